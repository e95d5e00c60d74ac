// @module-tag slow: invalid input over every format
import { FORMATOS } from './makers'
import { checkRobustez } from './vectors/robustez'

const MARCAS = new Set<string>(['minew', 'ingics', 'moko', 'kkm', 'ruuvi'])

checkRobustez(FORMATOS.filter((formato) => !MARCAS.has(formato)))
