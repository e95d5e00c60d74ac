import { sql } from 'kysely'
import type {
  AvisoDicho,
  CanalEntrega,
  EstadoEntrega,
  Gravedad,
  TipoAviso,
} from '#contract/avisos/avisos/values'
import type { Db } from '../../platform/db/client'

export type AvisosFilter = {
  /** Only the present company: a user who changed company does not see earlier notices. */
  empresa: number
  tipo: TipoAviso | undefined
  gravedad: Gravedad | undefined
  leido: 'si' | 'no' | undefined
  /** `hasta` is exclusive. */
  desde: Date | null
  hasta: Date | null
}

export type AvisoRow = AvisoDicho & {
  id: number
  gravedad: Gravedad
  enlace: string
  tiempo: Date
  leido: boolean
  /** Of a cause: since when nothing is left of it, before it is over. */
  vuelve: Date | null
}

/** A user's notices: the rows have all that is filtered and ordered by, so that an index answers. */
const ofUsuario = (usuario: number, f: AvisosFilter) => sql`
  from aviso_usuario au
  where au.usuario_id = ${usuario} and au.empresa_id = ${f.empresa}
    and (${f.tipo ?? null}::text is null or au.tipo = ${f.tipo ?? null})
    and (${f.gravedad ?? null}::text is null or au.gravedad = ${f.gravedad ?? null})
    and (${f.leido ?? null}::text is null or (au.leido is not null) = (${f.leido ?? null} = 'si'))
    and (${f.desde}::timestamptz is null or au.tiempo >= ${f.desde})
    and (${f.hasta}::timestamptz is null or au.tiempo < ${f.hasta})`

export async function listAvisos(db: Db, usuario: number, f: AvisosFilter, offset: number, limite: number) {
  const [filas, cuenta] = await Promise.all([
    sql<AvisoRow>`
      with pagina as materialized (
        select au.aviso_id, au.leido ${ofUsuario(usuario, f)} order by au.tiempo desc, au.aviso_id desc limit ${limite} offset ${offset}
      )
      select a.id, a.tipo, a.gravedad, a.datos, a.enlace, a.tiempo, p.leido is not null as leido,
        case when not causa_abierta(k.hasta, k.bien, k.clase) then coalesce(k.hasta, k.bien) end as vuelve
      from pagina p join aviso a on a.id = p.aviso_id
      left join causa k on a.tipo = 'causa_abierta' and k.id = substring(a.enlace from '^/causas/(\\d{1,18})$')::bigint
      order by a.tiempo desc, a.id desc`.execute(db),
    sql<{ n: number }>`select count(*) as n ${ofUsuario(usuario, f)}`.execute(db),
  ])
  return { filas: filas.rows, total: cuenta.rows[0]?.n ?? 0 }
}

export async function countSinLeer(db: Db, usuario: number, empresa: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from aviso_usuario where usuario_id = ${usuario} and leido is null and empresa_id = ${empresa}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** @param ids null: all */
export async function markLeidos(
  tx: Db,
  usuario: number,
  ids: number[] | null,
  isRead: boolean,
): Promise<void> {
  await sql`update aviso_usuario set leido = ${isRead ? sql`now()` : sql`null`}
    where usuario_id = ${usuario} and (leido is not null) <> ${isRead}
      and (${ids}::bigint[] is null or aviso_id = any(${ids}::bigint[]))`.execute(tx)
}

export type EntregaRow = {
  id: string
  empresa: number
  canal: CanalEntrega
  nombre: string
  resumen: boolean
  estado: EstadoEntrega
  intentos: number
  creada: Date
  siguiente: Date | null
  terminada: Date | null
  error: string | null
  aviso: AvisoDicho | null
  /** Name of the attached view. */
  informe: string | null
  /** Whether the attachment is a partner's statement and not a view. */
  es_extracto: boolean
}

export type EntregasFilter = {
  empresa: number | null
  search: string | undefined
  canal: CanalEntrega | undefined
  estado: EstadoEntrega | undefined
  desde: Date | null
}

const ofEmpresa = (f: EntregasFilter) => sql`
  from entrega e left join aviso a on a.id = e.aviso_id
  where (${f.empresa}::int is null or e.empresa_id = ${f.empresa})
    and (${f.canal ?? null}::text is null or e.canal = ${f.canal ?? null})
    and (${f.estado ?? null}::text is null or e.estado = ${f.estado ?? null})
    and (${f.desde}::timestamptz is null or e.creada >= ${f.desde})
    and (${f.search ?? null}::text is null or strpos(lower(e.nombre), lower(${f.search ?? ''})) > 0
      or strpos(lower(e.error), lower(${f.search ?? ''})) > 0)`

export async function listEntregas(db: Db, f: EntregasFilter, offset: number, limite: number) {
  const [filas, cuenta] = await Promise.all([
    sql<EntregaRow>`
      select e.id, e.empresa_id as empresa, e.canal, e.nombre, e.resumen, e.estado, e.intentos, e.creada, e.error,
        e.terminada, e.informe, e.tercero_id is not null as es_extracto, case when e.estado = 'pendiente' then e.siguiente end as siguiente,
        case when a.id is not null then json_build_object('tipo', a.tipo, 'datos', a.datos) end as aviso
      ${ofEmpresa(f)} order by e.creada desc, e.orden desc limit ${limite} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*) as n ${ofEmpresa(f)}`.execute(db),
  ])
  return { filas: filas.rows, total: cuenta.rows[0]?.n ?? 0 }
}

/** Number of deliveries to each receiver. */
export async function countEntregas(db: Db, f: EntregasFilter): Promise<{ nombre: string; n: number }[]> {
  const { rows } = await sql<{ nombre: string; n: number }>`
    select e.nombre, count(*)::int as n ${ofEmpresa(f)} group by 1`.execute(db)
  return rows
}
