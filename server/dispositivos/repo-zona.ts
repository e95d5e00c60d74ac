import { type Expression, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { devicesInBounds, Zona } from '#contract/dispositivos'
import type { Db } from '../db/cliente'
import { type Columnas, contiene, type Fila, inSentido, ofEmpresa, TODOS } from './repo'

const VISIBLES = 10_000

function inZona(z: z.output<typeof Zona>, empresa: number | null) {
  return (eb: Columnas) => {
    const cruza = z.minlon > z.maxlon
    const partes: Expression<SqlBool>[] = [
      ofEmpresa(empresa)(eb),
      eb.between('lat', z.minlat, z.maxlat),
      cruza
        ? eb.or([eb('lon', '>=', z.minlon), eb('lon', '<=', z.maxlon)])
        : eb.between('lon', z.minlon, z.maxlon),
    ]
    if (z.search) partes.push(contiene('apodo', z.search))
    if (z.tipo) partes.push(eb('tipo', '=', z.tipo))
    return eb.and(partes)
  }
}

const COLUMNA = { Apodo: 'apodo', TipoDispositivo: 'tipo', UltimoRegistro: 'ultimo_registro' } as const

type Pagina = z.output<NonNullable<(typeof devicesInBounds)['query']>>

/** Devices within bounds: one page of them, or the first 10,000 where no page is asked for; and how many there are. */
export async function listEnZona(
  db: Db,
  z: Omit<Pagina, 'page' | 'per_page'> & { page?: number; per_page?: number },
  empresa: number | null,
) {
  const cuantos = z.page ? (z.per_page ?? VISIBLES) : VISIBLES
  const [filas, { total }] = await Promise.all([
    db
      .selectFrom('dispositivo_actual')
      .selectAll()
      .where(inZona(z, empresa))
      .orderBy(COLUMNA[z.orden], inSentido(z.sentido))
      .orderBy('id')
      .limit(cuantos)
      .offset(z.page ? (z.page - 1) * cuantos : 0)
      .execute(),
    db
      .selectFrom('dispositivo_actual')
      .select(sql<number>`count(*)`.as('total'))
      .where(inZona(z, empresa))
      .executeTakeFirstOrThrow(),
  ])
  return { filas, total }
}

/** Ids of all the devices within bounds, in the order asked for. */
export async function listIdsEnZona(
  db: Db,
  z: z.output<typeof Zona> & Pick<Pagina, 'orden' | 'sentido'>,
  empresa: number | null,
): Promise<number[]> {
  const filas = await db
    .selectFrom('dispositivo_actual')
    .select('id')
    .where(inZona(z, empresa))
    .orderBy(COLUMNA[z.orden], inSentido(z.sentido))
    .orderBy('id')
    .limit(TODOS)
    .execute()
  return filas.map((f) => f.id)
}

const PX_CELDA = 24
const PX_MUNDO = 512

/** Devices within bounds gathered by square cells of the Mercator map, 24 px wide at the zoom asked for. */
export async function listCeldas(
  db: Db,
  z: z.output<typeof Zona> & { zoom: number },
  empresa: number | null,
) {
  const lado = PX_CELDA / (PX_MUNDO * 2 ** Math.min(z.zoom, 22))
  const x = sql`floor((lon + 180) / 360 / ${lado})`
  const y = sql`floor((0.5 - ln(tan(pi() / 4 + radians(greatest(least(lat, 85), -85)) / 2)) / (2 * pi())) / ${lado})`
  const cuenta = (condicion: string) => sql<number>`count(*) filter (where ${sql.raw(condicion)})::int`
  return db
    .selectFrom('dispositivo_actual')
    .where(inZona(z, empresa))
    .select([
      sql<number>`round(avg(lat)::numeric, 6)::float8`.as('lat'),
      sql<number>`round(avg(lon)::numeric, 6)::float8`.as('lon'),
      sql<string | null>`mode() within group (order by ubicacion)`.as('lugar'),
      sql<number>`count(*)::int`.as('n'),
      cuenta("tipo <> 'Reader' and estado = 2").as('impacto'),
      cuenta("tipo <> 'Reader' and estado = 1").as('movimiento'),
      cuenta("tipo <> 'Reader' and estado = 0").as('parado'),
      cuenta("posible_estado = 'Posible extravío'").as('extravio'),
      cuenta("posible_estado = 'Necesita revisar'").as('revisar'),
      cuenta("tipo = 'Reader'").as('lectores'),
      sql<string>`min(mac)`.as('mac'),
      sql<string | null>`min(apodo)`.as('apodo'),
      sql<Fila['tipo']>`min(tipo)`.as('tipo'),
      sql<number | null>`min(estado)`.as('estado'),
    ])
    .groupBy([x, y])
    .execute()
}
