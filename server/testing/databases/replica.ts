import { execFile, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePorts } from '../programs/ports'
import { findTemp } from './data-dir'

const SITIOS = '/usr/lib/postgresql'

/** Folder of the programs of a PostgreSQL that can run a replica; null: this machine has none. */
export function findPrograms(): string | null {
  const versiones = existsSync(SITIOS) ? readdirSync(SITIOS).filter((v) => Number(v) >= 15) : []
  const folders = versiones.map((v) => join(SITIOS, v, 'bin'))
  return folders.find((c) => existsSync(join(c, 'pg_basebackup')) && existsSync(join(c, 'initdb'))) ?? null
}

/** PostgreSQL refuses to run as root. */
function accountOf(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Start a primary PostgreSQL and a replica of it. */
export async function startPair(programs: string) {
  const folder = mkdtempSync(join(findTemp(), 'retorna-replica-'))
  const cuenta = accountOf()
  if (cuenta) chownSync(folder, cuenta.uid, cuenta.gid)
  const run = (que: string, args: string[]) =>
    promisify(execFile)(join(programs, que), args, {
      ...cuenta,
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
    })

  async function start(nombre: string, puerto: number) {
    const hijo = spawn(
      join(programs, 'postgres'),
      ['-D', join(folder, nombre), '-p', String(puerto), '-k', folder, '-c', 'listen_addresses=127.0.0.1'],
      { ...cuenta, stdio: 'ignore' },
    )
    const url = `postgresql://postgres@127.0.0.1:${puerto}`
    for (let i = 0; ; i++) {
      const c = new pg.Client({ connectionString: `${url}/postgres` })
      const hecho = await c.connect().then(
        () => true,
        () => false,
      )
      await c.end().catch(() => {})
      if (hecho) break
      if (i > 100 || hijo.exitCode !== null) throw new Error(`${nombre} does not start`)
      await new Promise((r) => setTimeout(r, 100))
    }
    return { url, hijo }
  }

  const [primaryPort = 0, replicaPort = 0] = await freePorts(2)
  await run('initdb', [
    '-D',
    join(folder, 'primaria'),
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-sync',
  ])
  const primaria = await start('primaria', primaryPort)
  const copiar = [
    '-h',
    '127.0.0.1',
    '-p',
    String(primaryPort),
    '-U',
    'postgres',
    '-D',
    join(folder, 'replica'),
  ]
  await run('pg_basebackup', [...copiar, '-R', '-c', 'fast', '--no-sync'])
  let replica = await start('replica', replicaPort)
  return {
    primaria: primaria.url,
    replica: replica.url,
    /** As on a power failure of its machine. */
    killReplica: () => replica.hijo.kill('SIGQUIT'),
    /** The replica answers nothing, but its connections stay open. */
    holdReplica(si: boolean): void {
      // Each of its processes is a process group of its own.
      const suyos = execFileSync('ps', ['-o', 'pid=', '--ppid', String(replica.hijo.pid)], {
        encoding: 'utf8',
      })
      for (const pid of [replica.hijo.pid as number, ...suyos.trim().split(/\s+/).map(Number)])
        process.kill(pid, si ? 'SIGSTOP' : 'SIGCONT')
    },
    async restartReplica(): Promise<void> {
      replica = await start('replica', replicaPort)
    },
    async stop(): Promise<void> {
      for (const { hijo } of [replica, primaria]) {
        if (hijo.exitCode !== null || hijo.signalCode !== null) continue
        const ido = new Promise((r) => hijo.once('exit', r))
        hijo.kill('SIGCONT')
        hijo.kill('SIGQUIT')
        await ido
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Pair = Awaited<ReturnType<typeof startPair>>
