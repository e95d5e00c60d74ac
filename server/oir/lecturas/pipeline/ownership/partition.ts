/**
 * Number of parts that the devices are divided into if several processes apply readings. The rows of the table `carril` have the same
 * numbers.
 */
export const PARTITIONS = 8

/** The partition of a process that applies all devices. */
export const ALL = 0

/** The partition of a device, or of a reader for its heartbeats: 1 to 8. */
export const partitionOf = (id: number): number => (id % PARTITIONS) + 1

/** The partition of a tag that nobody registered. */
export const partitionOfMac = (mac: string): number => (mac.charCodeAt(mac.length - 1) % PARTITIONS) + 1

/** Whether this device or reader belongs to `partition`. */
export const isInPartition = (partition: number, id: number): boolean =>
  partition === ALL || partitionOf(id) === partition

/** The same as an SQL condition on a column of ids. */
export const sqlDelPartition = (column: string, parametro: string): string =>
  `(${parametro}::int = ${ALL} or ${column} % ${PARTITIONS} + 1 = ${parametro}::int)`
