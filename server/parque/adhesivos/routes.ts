import type { FastifyInstance } from 'fastify'
import { printAdhesivos } from '#contract/parque/adhesivos/adhesivos'
import { HOJAS, MAX_ADHESIVOS } from '#contract/parque/adhesivos/values'
import { bind } from '../../platform/api/bind'
import { empresaVisible } from '../../platform/auth/auth'
import type { Config } from '../../platform/config/config'
import type { Db } from '../../platform/db/client'
import { sendFlujo } from '../../platform/export/send'
import { direccionPublica } from '../../platform/http/address'
import { entradaNoValida, noEncontrado } from '../../platform/http/errores'
import { filtroPoc, selectInventario } from '../dispositivos/inventario/service-inventario'
import type { Adhesivo } from './texts'

async function* repeated<T>(filas: AsyncIterable<readonly T[]>, veces: number): AsyncGenerator<readonly T[]> {
  for await (const leidas of filas) yield leidas.flatMap((f) => Array<T>(veces).fill(f))
}

function checkCuantos(dispositivos: number, copias: number): number {
  const total = dispositivos * copias
  if (total === 0) throw noEncontrado('No hay ningún dispositivo del que imprimir etiquetas.')
  const n = (v: number) => v.toLocaleString('es')
  if (total > MAX_ADHESIVOS)
    throw entradaNoValida(
      `Como mucho ${n(MAX_ADHESIVOS)} etiquetas de una vez, y serían ${n(total)}. Acote los filtros o pida menos copias.`,
      'copias',
    )
  return total
}

export function installAdhesivos(
  app: FastifyInstance,
  db: Db,
  config: Pick<Config, 'PUBLIC_URL' | 'TZ_PLANTA'>,
): void {
  bind(app, printAdhesivos, 'sesion', async ({ principal, body, request, reply }) => {
    const empresa = empresaVisible(principal, body.empresa)
    const filter = body.macs ? { empresa, macs: body.macs } : filtroPoc(body, empresa, config.TZ_PLANTA)
    const { filas, total } = await selectInventario<Adhesivo>(db, filter, body, (f) => f)
    const cuantos = checkCuantos(total, body.copias)
    // Loaded on first use, because it is a lot of code.
    const { adhesivosStream } = await import('./pdf')
    const publica = direccionPublica(request, config.PUBLIC_URL)
    return sendFlujo(
      reply,
      { db, usuario: principal.usuarioId, exportacion: body.exportacion },
      { nombre: 'etiquetas_qr', formato: 'pdf', filas: repeated(filas, body.copias), total: () => cuantos },
      (adhesivos) =>
        adhesivosStream(adhesivos, {
          hoja: HOJAS[body.hoja],
          desde: body.desde,
          urlOf: (mac) => `${publica}/Public?mac=${encodeURIComponent(mac)}`,
        }),
    )
  })
}
