import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below what systems give to outgoing connections: one of those could take a port between the search and its use. */
const [FROM, TO] = [20_000, 32_000]
/** Processes that run in parallel search in different places. */
const STEP = 100

let next = FROM + ((process.pid * STEP) % (TO - FROM))

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}

/** @returns `n` ports of this machine that nothing listens on now */
export async function freePorts(n: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < n) {
    const port = next
    next = next + 1 < TO ? next + 1 : FROM
    if (await isFree(port)) ports.push(port)
  }
  return ports
}
