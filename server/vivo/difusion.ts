import type { Avisos, Cambios } from '#contract/live'
import type { Principal } from '../acceso/principal'
import { listVivas } from '../acceso/repo-sesion'
import type { Db } from '../db/cliente'
import { listPorId } from '../dispositivos/service'
import { listLectoresSinSenal } from '../lectores/service'
import { isoPlanta } from '../tiempo'

const CADA_MS = 1000
const AVISOS_MS = 15_000
const MAX_DISPOSITIVOS = 500

export type Oyente = {
  /** Null: all companies. */
  empresa: number | null
  /** Session of the person who watches. The stream ends when the session ends or may see something else. */
  principal: Pick<Principal, 'tokenHash' | 'empresa' | 'modo' | 'rol'>
  send(mensaje: Buffer): void
  close(): void
}

/**
 * A message as it goes over the wire: made once for all who get it, and held once for all who are slow to take it.
 * However many they are, what is owed to them takes no more memory than what is owed to one.
 */
const mensajeDe = (evento: 'cambios' | 'avisos' | 'aviso', datos: Cambios | Avisos | object) =>
  Buffer.from(`event: ${evento}\ndata: ${JSON.stringify(datos)}\n\n`)
const HAY_AVISOS = mensajeDe('aviso', {})

/**
 * Live changes for the open windows: ids of changed devices are gathered for a second, read once for each company
 * and sent to the clients of that company. Nothing is read while nobody watches.
 */
export function createDifusion(db: Db, zona: string, onFail: (e: unknown) => void) {
  const oyentes = new Set<Oyente>()
  const pendientes = new Map<number, Set<number>>()
  /** Companies whose people have been told something. */
  const conAvisos = new Set<number>()
  let ultimosAvisos = Number.NEGATIVE_INFINITY
  let ocupada = false
  /** Changes were taken and could not be read: everybody must ask again. */
  let perdidos = false

  /** Close the streams of people who logged out, were deactivated or may see something else now. Runs before each send. */
  async function dropTerminadas(): Promise<void> {
    // Who comes while the database is asked has just been looked at.
    const preguntados = [...oyentes]
    const hashes = new Map(
      preguntados.map((o) => [o.principal.tokenHash.toString('hex'), o.principal.tokenHash]),
    )
    const vivas = await listVivas(db, [...hashes.values()])
    for (const o of preguntados) {
      const ahora = vivas.get(o.principal.tokenHash.toString('hex'))
      const { empresa, modo, rol } = o.principal
      if (ahora?.empresa === empresa && ahora.modo === modo && ahora.rol === rol) continue
      oyentes.delete(o)
      o.close()
    }
  }

  /** One message to all who see the same companies. */
  function sendA(empresa: number | null, mensaje: Buffer): void {
    for (const o of oyentes) if (o.empresa === empresa) o.send(mensaje)
  }

  async function sendCambios(): Promise<void> {
    const cambiados = [...pendientes]
    pendientes.clear()
    const vistas = new Set([...oyentes].map((o) => o.empresa))
    const porVista = new Map<number | null, Cambios>()
    for (const [empresa, ids] of cambiados) {
      const interesadas = [empresa, null].filter((v) => vistas.has(v))
      if (!interesadas.length) continue
      const recargar = ids.size > MAX_DISPOSITIVOS
      const leidos = await listPorId(db, [...ids].slice(0, MAX_DISPOSITIVOS), zona)
      const dispositivos = leidos.filter((d) => d.empresa === empresa)
      for (const v of interesadas) {
        const previo = porVista.get(v) ?? { recargar: false, dispositivos: [] }
        const juntos = [...previo.dispositivos, ...dispositivos]
        porVista.set(v, {
          recargar: previo.recargar || recargar || juntos.length > MAX_DISPOSITIVOS,
          dispositivos: juntos.slice(0, MAX_DISPOSITIVOS),
        })
      }
    }
    for (const [v, cambios] of porVista) sendA(v, mensajeDe('cambios', cambios))
  }

  async function avisosDe(empresa: number | null): Promise<Avisos> {
    const filas = await listLectoresSinSenal(db, empresa)
    return { lectoresSinSenal: filas.map((f) => ({ ...f, desde: isoPlanta(f.desde, zona) })) }
  }

  async function sendAvisos(): Promise<void> {
    const empresas = new Set([...oyentes].map((o) => o.empresa))
    for (const empresa of empresas) sendA(empresa, mensajeDe('avisos', await avisosDe(empresa)))
  }

  /** That there is something: each asks for their own. */
  function sendHayAvisos(): void {
    for (const o of oyentes) if (conAvisos.has(o.principal.empresa)) o.send(HAY_AVISOS)
    conAvisos.clear()
  }

  async function tick(): Promise<void> {
    if (ocupada || !oyentes.size) {
      if (!oyentes.size) pendientes.clear()
      return
    }
    ocupada = true
    try {
      await dropTerminadas()
      if (perdidos) reset()
      perdidos = pendientes.size > 0
      if (perdidos) await sendCambios()
      perdidos = false
      sendHayAvisos()
      if (performance.now() - ultimosAvisos > AVISOS_MS) {
        ultimosAvisos = performance.now()
        await sendAvisos()
      }
    } catch (e) {
      // The next second tries again.
      onFail(e)
    } finally {
      ocupada = false
    }
  }

  function reset(): void {
    const mensaje = mensajeDe('cambios', { recargar: true, dispositivos: [] })
    for (const o of oyentes) o.send(mensaje)
  }

  const reloj = setInterval(tick, CADA_MS)
  reloj.unref()

  return {
    /** `empresa:id,id,…`, as the ingest notifies it. */
    changed(aviso: string): void {
      if (!oyentes.size) return
      const [empresa, ids = ''] = aviso.split(':')
      const juntos = pendientes.get(Number(empresa)) ?? new Set()
      for (const id of ids.split(',')) if (/^\d+$/.test(id)) juntos.add(Number(id))
      if (juntos.size) pendientes.set(Number(empresa), juntos)
    },
    /** People of a company have been told something. */
    told(empresa: number): void {
      if (oyentes.size) conAvisos.add(empresa)
    },
    /** Something may have been missed: everybody asks again. */
    reset,
    async add(o: Oyente): Promise<void> {
      oyentes.add(o)
      const avisos = await avisosDe(o.empresa).catch((e) => {
        onFail(e)
        return { lectoresSinSenal: [] }
      })
      o.send(mensajeDe('avisos', avisos))
    },
    remove(o: Oyente): void {
      oyentes.delete(o)
    },
    stop(): void {
      clearInterval(reloj)
    },
  }
}

export type Difusion = ReturnType<typeof createDifusion>
