import type { FastifyInstance } from 'fastify'
import { exportEstado, type FilaEstado, getEstado } from '#contract/ubicaciones'
import { SIN_UBICACION } from '#contract/valores/inventario'
import { COLUMNAS_ESTADO } from '#contract/valores/ubicaciones'
import { empresaVisible } from '../acceso/acceso'
import type { Db } from '../db/cliente'
import { pickColumnas } from '../exportar/columnas'
import { sendArchivo } from '../exportar/send'
import { sortPor } from '../exportar/sort'
import type { Columna } from '../exportar/tabla'
import { bind } from '../http/bind'
import { countEstado } from './repo-estado'

type Nombre = (typeof COLUMNAS_ESTADO)[number]
const COLUMNA: Record<Nombre, Columna<FilaEstado>> = {
  ubicacion: { titulo: 'Ubicación', valor: (f) => f.ubicacion, ancho: 24 },
  lector: { titulo: 'Lector', valor: (f) => f.lector ?? 'Sin lector', ancho: 20 },
  n: { titulo: 'Dispositivos', valor: (f) => f.n, ancho: 14 },
}

export function installEstado(app: FastifyInstance, db: Db, zona: string): void {
  bind(app, getEstado, 'sesion', async ({ principal, query }) => {
    const data = await countEstado(db, { ...query, empresa: empresaVisible(principal, query.empresa) })
    return {
      data,
      dispositivos: data.reduce((n, f) => n + f.n, 0),
      ubicaciones: new Set(data.map((f) => f.ubicacion).filter((u) => u !== SIN_UBICACION)).size,
    }
  })

  bind(app, exportEstado, 'sesion', async ({ principal, query, reply }) => {
    const columnas = pickColumnas(COLUMNAS_ESTADO, COLUMNA, query.columnas)
    const data = await countEstado(db, { ...query, empresa: empresaVisible(principal, query.empresa) })
    const filas = sortPor(data, (f) => f[query.orden], query.sentido)
    return sendArchivo(
      reply,
      { db, usuario: principal.usuarioId, exportacion: query.exportacion },
      {
        nombre: 'estado',
        titulo: 'Estados',
        formato: 'xlsx',
        columnas,
        filas,
        total: () => filas.length,
        zona,
      },
    )
  })
}
