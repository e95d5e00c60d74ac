import { checkRobustez } from './vectors/robustez'

checkRobustez(['minew', 'ingics', 'moko', 'kkm', 'ruuvi'])
