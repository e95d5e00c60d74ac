import type { FastifyInstance } from 'fastify'
import * as c from '#contract/parque/ubicaciones/ubicaciones'
import { MAX_IMAGEN_BYTES } from '#contract/parque/ubicaciones/values'
import { bind } from '../../platform/api/bind'
import { empresaVisible, uniqueEmpresa } from '../../platform/auth/auth'
import type { Db } from '../../platform/db/client'
import { installConArchivo, readArchivo } from '../../platform/http/archivo'
import { noEncontrado } from '../../platform/http/errores'
import type { Fleet } from '../dispositivos/fleet/fleet'
import { importUbicaciones, readUbicaciones, rehearseUbicaciones } from './import'
import { findImage } from './repo'
import { installEstado } from './routes-estado'
import * as service from './service'

const UN_ANO_S = 31_536_000

export function installUbicaciones(app: FastifyInstance, db: Db, fleet: Fleet, zona: string): void {
  installEstado(app, fleet, zona)

  bind(app, c.listUbicaciones, 'sesion', async ({ principal, query }) =>
    service.getPlano(db, uniqueEmpresa(principal, query.empresa)),
  )

  bind(app, c.createUbicacion, 'empresa', async ({ principal, body, write }) => {
    const { empresa, version, ...nueva } = body
    return write((tx) => service.createUbicacion(tx, uniqueEmpresa(principal, empresa), version, nueva))
  })

  bind(app, c.createPorDefecto, 'empresa', async ({ principal, body, write }) =>
    write((tx) => service.createPorDefecto(tx, uniqueEmpresa(principal, body.empresa), body.version)),
  )

  bind(app, c.updateUbicaciones, 'empresa', async ({ principal, body, write }) => {
    const { empresa, version, cambios } = body
    return write((tx) => service.updateUbicaciones(tx, uniqueEmpresa(principal, empresa), version, cambios))
  })

  bind(app, c.deleteUbicacion, 'empresa', async ({ principal, params, query, write }) => {
    const empresa = empresaVisible(principal, undefined)
    return write((tx) => service.deleteUbicacion(tx, params.id, query.version, empresa))
  })

  bind(app, c.getPlanoImagen, 'sesion', async ({ principal, query, reply }) => {
    const image = await findImage(db, uniqueEmpresa(principal, query.empresa))
    if (!image) throw noEncontrado('Esta empresa no tiene una imagen de su plano.')
    const esa = query.v !== undefined && image.huella.toString('hex').startsWith(query.v)
    return reply
      .type(image.tipo)
      .header('cache-control', esa ? `private, max-age=${UN_ANO_S}, immutable` : 'no-cache')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', 'inline; filename="plano"')
      .send(image.cuerpo)
  })

  installConArchivo(app, (conArchivo) => {
    bind(
      conArchivo,
      c.savePlanoImagen,
      'empresa',
      async ({ principal, query, request, write }) => {
        const { bytes } = await readArchivo(request, MAX_IMAGEN_BYTES, 'La imagen pesa más de 5 MB.')
        return write((tx) =>
          service.savePlanoImage(tx, uniqueEmpresa(principal, query.empresa), query.version, bytes),
        )
      },
      30,
    )

    bind(
      conArchivo,
      c.importUbicaciones,
      'empresa',
      async ({ principal, query, request, write }) => {
        const { bytes } = await readArchivo(
          request,
          c.MAX_UBICACIONES_BYTES,
          'El archivo pesa más de 256 KB.',
        )
        const empresa = uniqueEmpresa(principal, query.empresa)
        const parsed = await readUbicaciones(bytes)
        return query.ensayo === 'true'
          ? rehearseUbicaciones(db, empresa, parsed)
          : write((tx) => importUbicaciones(tx, empresa, parsed))
      },
      60,
    )
  })

  bind(app, c.deletePlanoImagen, 'empresa', async ({ principal, query, write }) =>
    write((tx) => service.deletePlanoImage(tx, uniqueEmpresa(principal, query.empresa), query.version)),
  )
}
