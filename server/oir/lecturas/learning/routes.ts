import type { FastifyInstance } from 'fastify'
import * as c from '#contract/oir/lecturas/calibracion'
import { bind } from '../../../platform/api/bind'
import { uniqueEmpresa } from '../../../platform/auth/auth'
import type { Db } from '../../../platform/db/client'
import { noEncontrado } from '../../../platform/http/errores'
import { isoPlanta } from '../../../platform/time/time'
import * as service from './service'
import * as paseos from './service-paseo'
import { learnSolo } from './solo'

/** Routes of the calibration: walks through the plant, and the learned versions. */
export function installCalibracion(app: FastifyInstance, db: Db, zona: string): void {
  async function readPaseo(empresa: number): Promise<c.Paseo | null> {
    const p = await paseos.findPaseo(db, empresa)
    if (!p) return null
    return {
      empresa,
      dispositivo: { mac: p.mac, apodo: p.apodo },
      autor: p.autor,
      desde: isoPlanta(p.desde, zona),
      paradas: p.paradas.map((x) => ({
        ...x,
        desde: isoPlanta(x.desde, zona),
        hasta: isoPlanta(x.hasta, zona),
      })),
    }
  }

  async function readCurrent(empresa: number): Promise<{ paseo: c.Paseo }> {
    const paseo = await readPaseo(empresa)
    if (!paseo) throw noEncontrado('No hay ningún paseo en marcha.')
    return { paseo }
  }

  bind(app, c.getCalibracion, 'empresa', async ({ principal, query }) => {
    const empresa = uniqueEmpresa(principal, query.empresa)
    const { ubicaciones, versiones } = await service.getCalibracion(db, empresa)
    return {
      empresa,
      ubicaciones: ubicaciones.map((u) => ({ ...u, ultimo_paseo: isoPlanta(u.ultimo_paseo, zona) })),
      versiones: versiones.map((v) => ({ ...v, creado: isoPlanta(v.creado, zona) })),
    }
  })

  bind(
    app,
    c.learnNow,
    'empresa',
    async ({ principal, body, write }) => {
      const empresa = uniqueEmpresa(principal, body.empresa)
      return { version: await write((tx) => learnSolo(tx, empresa, principal.username)) }
    },
    10,
  )

  bind(app, c.restoreVersion, 'empresa', async ({ principal, params, body, write }) => {
    const empresa = uniqueEmpresa(principal, body.empresa)
    return {
      version: await write((tx) => service.restoreVersion(tx, empresa, params.version, principal.username)),
    }
  })

  bind(app, c.getPaseo, 'empresa', async ({ principal, query }) => ({
    paseo: await readPaseo(uniqueEmpresa(principal, query.empresa)),
  }))

  bind(app, c.startPaseo, 'empresa', async ({ principal, body, write }) => {
    const empresa = uniqueEmpresa(principal, body.empresa)
    await write((tx) => paseos.startPaseo(tx, empresa, body.dispositivo, principal.username))
    return readCurrent(empresa)
  })

  bind(app, c.startParada, 'empresa', async ({ principal, body, write }) => {
    const empresa = uniqueEmpresa(principal, body.empresa)
    await write((tx) => paseos.startParada(tx, empresa, body.ubicacion))
    return readCurrent(empresa)
  })

  bind(app, c.endParada, 'empresa', async ({ principal, body, write }) => {
    const empresa = uniqueEmpresa(principal, body.empresa)
    await write((tx) => paseos.endParada(tx, empresa, body.descartar))
    return readCurrent(empresa)
  })

  bind(app, c.endPaseo, 'empresa', async ({ principal, body, write }) => {
    const empresa = uniqueEmpresa(principal, body.empresa)
    const version = await write((tx) =>
      body.descartar
        ? paseos.cancelPaseo(tx, empresa).then(() => null)
        : paseos.learnPaseo(tx, empresa, principal.username),
    )
    return { version }
  })
}
