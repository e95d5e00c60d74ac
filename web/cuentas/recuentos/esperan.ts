/** Flag: this device may have waiting scans; readable without opening their database. */
export const CLAVE_ESPERAN = 'retorna.recuentos.esperan'
/** Name of the database of scans on this device. */
export const DEPOSITO = 'retorna-recuentos'
