import { checkRobustez } from './vectores/robustez'

checkRobustez(['minew', 'ingics', 'moko', 'kkm', 'ruuvi'])
