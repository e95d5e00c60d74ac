import { connect, createServer, type Server, type Socket } from 'node:net'
import type { Base } from './databases/plantilla'

/** A proxy in front of a test database that can be closed, and whose connections can fall silent without ending. */
export async function openPuerta(base: Base, nombre = 'postgres') {
  const url = new URL(`${base.direccion}/${nombre}${base.parametros}`)
  const folder = url.searchParams.get('host')
  const abiertos = new Set<Socket>()
  const mudos = new Set<Socket>()
  const dial = () =>
    folder ? connect(`${folder}/.s.PGSQL.5432`) : connect(Number(url.port || 5432), url.hostname)
  const server: Server = createServer((s) => {
    p.intentos++
    s.on('error', () => {})
    if (!p.abierta) return s.destroy()
    abiertos.add(s)
    const inside = dial()
    inside.on('error', () => s.destroy())
    inside.on('close', () => s.destroy())
    s.on('close', () => {
      abiertos.delete(s)
      inside.destroy()
    })
    s.on('data', (chunk) => {
      if (p.enmudeceEn && chunk.includes(p.enmudeceEn)) mudos.add(s)
      if (!mudos.has(s)) inside.write(chunk)
    })
    inside.on('data', (chunk) => mudos.has(s) || s.write(chunk))
  })
  await new Promise<void>((r) => server.listen(0, '127.0.0.1', r))
  const { port } = server.address() as { port: number }
  const cuenta = url.password ? `${url.username}:${url.password}` : url.username
  const p = {
    conexion: `postgresql://${cuenta}@127.0.0.1:${port}/${nombre}`,
    abierta: true,
    intentos: 0,
    /** A connection falls silent when a client sends this text. */
    enmudeceEn: null as string | null,
    abiertos: abiertos as ReadonlySet<Socket>,
    /** Close the open connections. */
    cut(): void {
      for (const s of abiertos) s.destroy()
    },
    /** Make the open connections silent, in both directions. */
    silence(): void {
      for (const s of abiertos) mudos.add(s)
    },
    async close(): Promise<void> {
      for (const s of abiertos) s.destroy()
      await new Promise((r) => server.close(r))
    },
  }
  return p
}
