import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CALLS } from '#contract/calls'
import { CLAVE } from '../databases/plantilla'

const MUNDO = 'minlat=-90&minlon=-180&maxlat=90&maxlon=180&zoom=5'
const PLAZO_MS = 10_000

/**
 * What people and readers do most, as `admin`, through the public interface of a Retorna of any version: register a reader and a container,
 * send readings and an impact; see them on the map, in the inventory and in a page of events; close the incident. Throws if a step fails.
 * @param doors addresses of all processes that readings may go to: one of them accepts them
 */
export async function runSmokeTest(url: string, doors: readonly string[] = [url]): Promise<void> {
  let cookie = ''
  async function call(que: { method: string; path: string }, query = '', body?: unknown) {
    const res = await fetch(`${url}${que.path}${query}`, {
      method: que.method,
      headers: { ...(cookie && { cookie }), ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : undefined,
    })
    const text = await res.text()
    if (!res.ok) throw new Error(`${que.method} ${que.path}: ${res.status} ${text.slice(0, 300)}`)
    cookie ||= res.headers.get('set-cookie')?.split(';')[0] ?? ''
    return JSON.parse(text)
  }
  /** Repeat `look` for some seconds until it finds something. */
  async function find<T>(que: string, look: () => Promise<T | undefined>): Promise<T> {
    for (const fin = Date.now() + PLAZO_MS; Date.now() < fin; await sleep(100)) {
      const hay = await look()
      if (hay !== undefined) return hay
    }
    throw new Error(`not seen: ${que}`)
  }

  const cola = randomBytes(3).toString('hex').toUpperCase()
  const [lector, tag, apodo] = [`C30001${cola}`, `AC233F${cola}`, `20014-${Number.parseInt(cola, 16)}`]
  await call(CALLS.login, '', { username: 'admin', password: CLAVE })
  const base = { es_serie: true, estado: 'Activado' }
  await call(CALLS.updateDeviceDetails, '', {
    ...base,
    mac_serie: lector,
    tipo_dispositivo: 'Reader',
    apodo: `LEC-${cola}`,
  })
  await call(CALLS.updateDeviceDetails, '', { ...base, mac_serie: tag, tipo_dispositivo: 'SmartBle', apodo })
  const { usuario, clave } = await call({ method: 'POST', path: `/api/lectores/${lector}/credencial` }, '', {
    puente: false,
  })
  const reading = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${usuario}:${clave}`).toString('base64')}`,
    },
    body: JSON.stringify({ mac: tag, rssi: -60, temperatura: 20, bateria: 80, golpe: true }),
  }
  // As a reader that is told to retry does.
  await find('a reading that is taken', async () => {
    for (const door of doors) {
      const res = await fetch(`${door}/api/lecturas/retorna`, reading)
      const recibo = await res.text()
      if (/"aceptadas":1/.test(recibo)) return true
      if (res.status !== 503) throw new Error(`reading: ${res.status} ${recibo}`)
    }
  })

  await call(CALLS.listCeldas, `?${MUNDO}`)
  await find('the container in the inventory', async () => {
    const { data } = await call(CALLS.devicePocStatus)
    return data.find((d: { Dispositivo: string }) => d.Dispositivo === tag)
  })
  await find('its event', async () => {
    const { data } = await call(CALLS.getTableData, `?search=${apodo}`)
    return data.find((e: { Dispositivo: string }) => e.Dispositivo === tag)
  })
  const incidencia = (estado: string) => async () => {
    const list = await call(CALLS.listIncidencias, `?search=${apodo}&estado=${estado}`)
    return list[0] as { Dispositivo: string; Lector: string | null; Time: string } | undefined
  }
  const { Dispositivo, Lector, Time } = await find('its incident', incidencia('abierta'))
  const veredicto = { revisado: true, hubo_golpe_real: true, hubo_danio: false }
  await call(CALLS.setImpacto, '', { dispositivo: Dispositivo, lector: Lector, time: Time, ...veredicto })
  await find('the closed incident', incidencia('cerrada'))
}
