import type { FastifyInstance } from 'fastify'
import {
  countDispositivos,
  countInciertos,
  type Dispositivo,
  deviceDetails,
  devicesInBounds,
  exportVisibles,
  getDispositivo,
  getOido,
  listCeldas,
  listFamilies,
  publicDevice,
  updateDeviceDetails,
} from '#contract/parque/dispositivos/dispositivos'
import { bind } from '../../platform/api/bind'
import { empresaVisible } from '../../platform/auth/auth'
import type { Principal } from '../../platform/auth/principal'
import type { Db } from '../../platform/db/client'
import { sendArchivo } from '../../platform/export/send'
import { noEncontrado } from '../../platform/http/errores'
import { columnasVisibles } from './export'
import type { Fleet } from './fleet/fleet'
import { installImportar } from './import/routes-import'
import { installInventario } from './inventario/routes-inventario'
import { findDispositivo, listFamilias, presentDispositivo, type Row } from './repo'
import { count, updateDispositivo, walkPorId } from './service'
import { celdasOf, inZona, locatedSort } from './zona'

/** Limit of a request without a page. */
const MAX_VISIBLES = 10_000

export function installDispositivos(app: FastifyInstance, db: Db, fleet: Fleet, zona: string): void {
  installInventario(app, db, fleet, zona)
  installImportar(app, db)
  const present = (f: Row) => presentDispositivo(f, zona)

  async function listIds(
    z: Parameters<typeof inZona>[1] & Parameters<typeof locatedSort>[2],
    empresa: number | null,
  ) {
    const located = await fleet.list()
    const { table } = located
    return locatedSort(table, inZona(located, z, empresa), z).map((row) => table.ids[row] as number)
  }

  bind(app, listFamilies, 'sesion', async ({ principal, query }) => ({
    data: await listFamilias(db, empresaVisible(principal, query.empresa)),
  }))

  bind(app, countDispositivos, 'sesion', async ({ principal, query }) =>
    count(await fleet.count(empresaVisible(principal, query.empresa))),
  )

  bind(app, countInciertos, 'sesion', async ({ principal, query }) => {
    const conjuntos = await fleet.count(empresaVisible(principal, query.empresa))
    return { dudosos: count(conjuntos, 'dudoso'), sin_senal: count(conjuntos, 'sin_senal') }
  })

  bind(app, devicesInBounds, 'sesion', async ({ principal, query }) => {
    const { page = 1, per_page } = query
    const cuantos = query.page ? per_page : MAX_VISIBLES
    const ids = await listIds(query, empresaVisible(principal, query.empresa))
    const data: Dispositivo[] = []
    for await (const chunk of walkPorId(db, ids.slice((page - 1) * cuantos, page * cuantos), present))
      data.push(...chunk)
    return { data, total: ids.length }
  })

  bind(app, listCeldas, 'sesion', async ({ principal, query }) => {
    const located = await fleet.list()
    const inside = inZona(located, query, empresaVisible(principal, query.empresa))
    return { celdas: celdasOf(located.table, inside, query.zoom), total: inside.length }
  })

  bind(app, exportVisibles, 'sesion', async ({ principal, query, reply }) => {
    const ids = await listIds(query, empresaVisible(principal, query.empresa))
    return sendArchivo(
      reply,
      { db, principal, query },
      {
        nombre: 'dispositivos_visibles',
        titulo: 'Dispositivos visibles',
        formato: query.formato,
        columnas: columnasVisibles(),
        filas: walkPorId(db, ids, present),
        total: () => ids.length,
        zona,
      },
    )
  })

  /** The device, if the caller may see it; else throws 404. */
  async function find(principal: Principal, mac: string) {
    const f = await findDispositivo(db, mac)
    if (!f || (!principal.is_admin && f.empresa_id !== principal.empresa))
      throw noEncontrado('Dispositivo no encontrado.')
    return f
  }

  bind(app, getDispositivo, 'sesion', async ({ principal, params }) =>
    presentDispositivo(await find(principal, params.mac), zona),
  )

  bind(app, deviceDetails, 'panel', async ({ principal, query }) => {
    const f = await find(principal, query.mac)
    return {
      Apodo: f.apodo,
      TipoDispositivo: f.tipo,
      Valor: f.activado ? ('Activado' as const) : ('Desactivado' as const),
      Etiqueta: f.etiqueta,
      Lat: f.lat,
      Lon: f.lon,
    }
  })

  bind(app, getOido, 'panel', async ({ principal, params }) => {
    const { UltimoRegistro, ApodoLector } = presentDispositivo(await find(principal, params.mac), zona)
    return { UltimoRegistro, ApodoLector }
  })

  bind(app, updateDeviceDetails, 'alta', async ({ principal, body, write }) => {
    const data = await write((tx) => updateDispositivo(tx, body, principal, zona))
    return { ok: true as const, message: '¡Datos guardados correctamente!', data }
  })

  bind(
    app,
    publicDevice,
    'publico',
    async ({ query }) => {
      const f = await findDispositivo(db, query.mac)
      return { mac: query.mac, Apodo: f?.apodo ?? null }
    },
    60,
  )
}
