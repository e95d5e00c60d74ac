/** Parts that the devices are divided into where several processes apply readings. Rows of the table `partition` are numbered alike. */
export const PARTITIONS = 8

/** The partition of a process that applies all there is. */
export const ALL = 0

/** 1 to 8: the partition of a device, or of a reader for its signs of life. */
export const partitionOf = (id: number): number => (id % PARTITIONS) + 1

/** The partition of a tag that nobody registered. */
export const partitionOfMac = (mac: string): number => (mac.charCodeAt(mac.length - 1) % PARTITIONS) + 1

/** Whether a process that has `partition` sees to this device or reader. */
export const isInPartition = (partition: number, id: number): boolean =>
  partition === ALL || partitionOf(id) === partition

/** The same in SQL, of a column with ids. */
export const sqlDelPartition = (column: string, parametro: string): string =>
  `(${parametro}::int = ${ALL} or ${column} % ${PARTITIONS} + 1 = ${parametro}::int)`
