import type { FastifyInstance } from 'fastify'
import {
  contarDispositivos,
  deviceDetails,
  devicesInBounds,
  ESTADOS,
  exportVisibles,
  listCeldas,
  listFamilies,
  publicDevice,
  updateDeviceDetails,
} from '#contract/dispositivos'
import type { Db } from '../db/cliente'
import { sendArchivo } from '../exportar/enviar'
import { bind } from '../http/bind'
import { noEncontrado } from '../http/errores'
import { empresaVisible } from '../usuarios/acceso'
import { columnasVisibles } from './export'
import { findDispositivo, listFamilias, presentDispositivo } from './repo'
import { listCeldas as listCeldasDe, listEnZona, listIdsEnZona } from './repo-zona'
import { installImportar } from './routes-importar'
import { installInventario } from './routes-inventario'
import { contar, updateDispositivo, walkPorId } from './service'

/** @param alCambiar told the mac of each device that was registered or changed ('': many), before the answer leaves. */
export function installDispositivos(
  app: FastifyInstance,
  db: Db,
  zona: string,
  alCambiar: (mac: string) => Promise<void>,
): void {
  installInventario(app, db, zona, alCambiar)
  installImportar(app, db, alCambiar)

  bind(app, listFamilies, 'sesion', async ({ sesion, query }) => ({
    data: await listFamilias(db, empresaVisible(sesion, query.empresa)),
  }))

  bind(app, contarDispositivos, 'sesion', async ({ sesion, query }) =>
    contar(db, empresaVisible(sesion, query.empresa)),
  )

  bind(app, devicesInBounds, 'sesion', async ({ sesion, query }) => {
    const { filas, total } = await listEnZona(db, query, empresaVisible(sesion, query.empresa))
    return { data: filas.map((f) => presentDispositivo(f, zona)), total }
  })

  bind(app, listCeldas, 'sesion', async ({ sesion, query }) => {
    const filas = await listCeldasDe(db, query, empresaVisible(sesion, query.empresa))
    const celdas = filas.map(({ mac, apodo, tipo, estado, ...c }) => ({
      ...c,
      solo:
        c.n === 1
          ? {
              mac,
              apodo,
              tipo,
              estado: tipo === 'Reader' || estado === null ? null : (ESTADOS[estado] ?? null),
            }
          : null,
    }))
    return { celdas, total: filas.reduce((n, c) => n + c.n, 0) }
  })

  bind(app, exportVisibles, 'sesion', async ({ sesion, query, reply }) => {
    const ids = await listIdsEnZona(db, query, empresaVisible(sesion, query.empresa))
    return sendArchivo(
      reply,
      { db, usuario: sesion.usuarioId, exportacion: query.exportacion },
      {
        nombre: 'dispositivos_visibles',
        titulo: 'Dispositivos visibles',
        formato: query.formato,
        columnas: columnasVisibles(),
        filas: walkPorId(db, ids, zona),
        total: () => ids.length,
        zona,
      },
    )
  })

  bind(app, deviceDetails, 'panel', async ({ sesion, query }) => {
    const f = await findDispositivo(db, query.mac)
    if (!f || (!sesion.is_admin && f.empresa_id !== sesion.empresa))
      throw noEncontrado('Dispositivo no encontrado.')
    return {
      Apodo: f.apodo,
      TipoDispositivo: f.tipo,
      Valor: f.activado ? ('Activado' as const) : ('Desactivado' as const),
      Etiqueta: f.etiqueta,
      Lat: f.lat,
      Lon: f.lon,
    }
  })

  bind(app, updateDeviceDetails, 'panel', async ({ sesion, body, escribir }) => {
    const data = await escribir((tx) => updateDispositivo(tx, body, sesion, zona))
    await alCambiar(data.Dispositivo)
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
