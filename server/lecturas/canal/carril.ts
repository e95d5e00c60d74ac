/** Parts that the devices are divided into where several processes apply readings. Rows of the table `carril` are numbered alike. */
export const CARRILES = 8

/** The carril of a process that applies all there is. */
export const TODOS = 0

/** 1 to 8: the carril of a device, or of a reader for its signs of life. */
export const carrilDe = (id: number): number => (id % CARRILES) + 1

/** The carril of a tag that nobody registered. */
export const carrilDeMac = (mac: string): number => (mac.charCodeAt(mac.length - 1) % CARRILES) + 1

/** Whether a process that has `carril` sees to this device or reader. */
export const isDelCarril = (carril: number, id: number): boolean =>
  carril === TODOS || carrilDe(id) === carril

/** The same in SQL, of a column with ids. */
export const sqlDelCarril = (columna: string, parametro: string): string =>
  `(${parametro}::int = ${TODOS} or ${columna} % ${CARRILES} + 1 = ${parametro}::int)`
