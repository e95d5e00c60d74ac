import type { FastifyInstance } from 'fastify'
import { printAdhesivos } from '#contract/adhesivos'
import { HOJAS, MAX_ADHESIVOS } from '#contract/valores/adhesivos'
import { empresaVisible } from '../acceso/acceso'
import type { Config } from '../config'
import type { Db } from '../db/cliente'
import { filtroPoc, selectInventario } from '../dispositivos/service-inventario'
import { sendFlujo } from '../exportar/send'
import { bind } from '../http/bind'
import { direccionPublica } from '../http/direccion'
import { entradaNoValida, noEncontrado } from '../http/errores'
import type { Adhesivo } from './textos'

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
    const filtro = body.macs ? { empresa, macs: body.macs } : filtroPoc(body, empresa, config.TZ_PLANTA)
    const { filas, total } = await selectInventario<Adhesivo>(db, filtro, body, (f) => f)
    const cuantos = checkCuantos(total, body.copias)
    // Much code, which is read when somebody first prints.
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
          urlDe: (mac) => `${publica}/Public?mac=${encodeURIComponent(mac)}`,
        }),
    )
  })
}
