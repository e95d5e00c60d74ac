import { totalmem } from 'node:os'

/** Memory that this process and its children may take together, in bytes: the limit of their container, or the memory of the machine. */
export function readMemory(): number {
  const container = process.constrainedMemory()
  return container > 0 ? Math.min(container, totalmem()) : totalmem()
}
