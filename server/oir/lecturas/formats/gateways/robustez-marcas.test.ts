// @module-tag slow: invalid input over every format
import { checkRobustez } from './vectors/robustez'

checkRobustez(['minew', 'ingics', 'moko', 'kkm', 'ruuvi'])
