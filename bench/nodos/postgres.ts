import { execFile, execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, connect as dial, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePorts } from '#server/testing/programs/ports'

const BIN = process.env.PG_BIN ?? '/usr/lib/postgresql/15/bin'
export const hasPostgres = () => existsSync(join(BIN, 'pg_basebackup'))

const run = promisify(execFile)
/** PostgreSQL refuses to run as root. */
function idOf(que: '-u' | '-g'): number | undefined {
  return process.getuid?.() === 0 ? Number(execFileSync('id', [que, 'postgres']).toString()) : undefined
}

/** A primary PostgreSQL and its replica, and an address that leads to the present primary. */
export async function startPair() {
  const uid = idOf('-u')
  const gid = idOf('-g')
  const folder = mkdtempSync(join(tmpdir(), 'retorna-pg-'))
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  const [a = 0, b = 0, entrada = 0] = await freePorts(3)
  const ports = [a, b]
  const dir = (i: number) => join(folder, `d${i}`)
  const pg = (program: string, args: string[]) => run(join(BIN, program), args, { uid, gid, cwd: folder })
  const startUno = (i: number) =>
    pg('pg_ctl', [
      '-D',
      dir(i),
      '-w',
      '-t',
      '60',
      '-l',
      join(folder, `${i}.log`),
      '-o',
      `-p ${ports[i]} -k ${folder} -c listen_addresses=127.0.0.1 -c max_connections=300 -c wal_keep_size=512MB`,
      'start',
    ])
  let principal = 0

  /** Make server `i` a replica of the other one, from its present state on. */
  async function follow(i: number): Promise<void> {
    rmSync(dir(i), { recursive: true, force: true })
    await pg('pg_basebackup', [
      '-D',
      dir(i),
      '-h',
      '127.0.0.1',
      '-p',
      String(ports[1 - i]),
      '-U',
      'postgres',
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
    ])
    await startUno(i)
  }

  await pg('initdb', ['-D', dir(0), '-U', 'postgres', '-A', 'trust', '--no-sync'])
  await startUno(0)
  await follow(1)

  const abiertos = new Set<Socket>()
  const puerta = createServer((client) => {
    const server = dial(ports[principal] as number, '127.0.0.1')
    for (const [uno, otro] of [
      [client, server],
      [server, client],
    ] as const) {
      abiertos.add(uno)
      uno.on('error', () => otro.destroy())
      uno.on('close', () => {
        abiertos.delete(uno)
        otro.destroy()
      })
      uno.pipe(otro)
    }
  }).listen(entrada, '127.0.0.1')

  return {
    url: `postgresql://postgres@127.0.0.1:${entrada}/postgres`,
    /** The primary fails abruptly, and the replica is promoted. */
    async failOver(): Promise<void> {
      await pg('pg_ctl', ['-D', dir(principal), '-m', 'immediate', 'stop'])
      principal = 1 - principal
      await pg('pg_ctl', ['-D', dir(principal), '-w', 'promote'])
      for (const s of abiertos) s.destroy()
    },
    /** The failed server becomes the replica. */
    repair: () => follow(1 - principal),
    async stop(): Promise<void> {
      puerta.close()
      for (const s of abiertos) s.destroy()
      for (const i of [0, 1]) await pg('pg_ctl', ['-D', dir(i), '-m', 'immediate', 'stop']).catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Pair = Awaited<ReturnType<typeof startPair>>
