import { sql } from 'kysely'
import type { PrevisionPasada, SeriePrevista } from '#contract/flujo/prevision/prevision'
import { AVISOS_CONTADOS, DIAS_AVISOS } from '#contract/flujo/prevision/values'
import type { Db } from '../../platform/db/client'
import { SALIDAS_MIN } from '../../platform/math/prevision'
import { isoPlanta } from '../../platform/time/time'
import type { Ensayo } from './calcular'

export type Filter = {
  /** Null: of all companies. */
  empresa: number | null
  ciclo?: number | undefined
  etapa?: number | undefined
  familia?: string | undefined
  ver?: 'faltas' | 'todas' | undefined
}

type Row = Omit<SeriePrevista, 'momento' | 'horas' | 'hora_falta' | 'aviso' | 'ensayo' | 'estado'> & {
  momento: Date
  horas: Date[] | null
  hora_falta: Date | null
  fiable: boolean | null
  salidas: number
  aviso_desde: Date | null
  aviso_ya: boolean | null
  ensayo: Ensayo | null
}

const uno = (x: number) => Math.round(x * 10) / 10

function present(f: Row, zona: string): SeriePrevista {
  const { fiable, salidas, aviso_desde, aviso_ya, ensayo, horas, ...resto } = f
  const estado =
    salidas < SALIDAS_MIN ? 'pocos_datos' : horas === null ? 'pendiente' : fiable ? 'prevista' : 'poco_fiable'
  const dice = estado === 'prevista'
  return {
    ...resto,
    momento: isoPlanta(f.momento, zona),
    estado,
    horas: dice ? (horas ?? []).map((h) => isoPlanta(h, zona)) : [],
    q10: dice ? f.q10.map(uno) : [],
    q50: dice ? f.q50.map(uno) : [],
    q90: dice ? f.q90.map(uno) : [],
    p_falta: dice ? f.p_falta : null,
    p_horas: dice ? f.p_horas : [],
    hora_falta: dice ? isoPlanta(f.hora_falta, zona) : null,
    aviso: aviso_desde && { desde: isoPlanta(aviso_desde, zona), ya: aviso_ya === true },
    ensayo: ensayo && {
      error: ensayo.pinball,
      error_ultimo: ensayo.pinballUltimo,
      cobertura: ensayo.cobertura,
      avisadas: ensayo.avisadas,
      ciertas: ensayo.ciertas,
      venidas: ensayo.venidas,
      antelacion_h: ensayo.antelacion,
    },
  }
}

/** Series with an expected or a present shortage. */
const FALTA = sql`(s.minimo is not null and s.stock < s.minimo or a.id is not null)`

/** Every series with its last forecast; those with a shortage first, the soonest at the top. */
export async function findSeries(db: Db, f: Filter, zona: string): Promise<SeriePrevista[]> {
  const ver = f.ver ?? (f.familia === undefined ? 'principales' : 'todas')
  const { rows } = await sql<Row>`
    select s.id, s.empresa_id as empresa, json_build_object('id', c.id, 'nombre', c.nombre) as ciclo,
      json_build_object('id', e.id, 'nombre', e.nombre) as etapa, s.familia, s.familias, s.momento, s.stock, s.minimo,
      s.salidas, p.fiable, p.horas, coalesce(p.q10, '{}') as q10, coalesce(p.q50, '{}') as q50,
      coalesce(p.q90, '{}') as q90, p.p_falta, coalesce(p.p_horas, '{}') as p_horas, p.hora_falta, a.desde as aviso_desde, a.ya as aviso_ya, s.ensayo,
      (select json_build_object('contados', count(*), 'ciertos', count(*) filter (where x.falto is not null), 'pendientes', (
          select count(*) from prevision_aviso w join prevision v on v.serie_id = w.serie_id and v.emitida = w.desde
          where w.serie_id = s.id and not w.ya and v.juzgada is null
        ), 'ya', (select count(*) from prevision_aviso w where w.serie_id = s.id and w.ya and w.desde > now() - make_interval(days => ${DIAS_AVISOS}))) from (
        select v.falto from prevision_aviso w join prevision v on v.serie_id = w.serie_id and v.emitida = w.desde
        where w.serie_id = s.id and not w.ya and v.juzgada is not null order by w.desde desc limit ${AVISOS_CONTADOS}
      ) x) as avisos,
      (select case when count(*) > 0 then json_build_object('n', count(*), 'error', avg(pinball), 'error_ultimo', avg(pinball_ultimo),
          'cobertura', sum(dentro)::float8 / nullif(sum(juzgadas), 0)) end
        from prevision v where v.serie_id = s.id and v.juzgada is not null and v.juzgadas > 0) as juzgadas
    from prevision_serie s
    join etapa e on e.id = s.etapa_id
    join ciclo c on c.id = e.ciclo_id
    left join prevision p on p.serie_id = s.id and p.emitida = s.momento
    left join prevision_aviso a on a.serie_id = s.id and a.hasta is null
    where (${f.empresa}::int is null or s.empresa_id = ${f.empresa}) and (${f.ciclo ?? null}::bigint is null or c.id = ${f.ciclo ?? null})
      and (${f.etapa ?? null}::bigint is null or e.id = ${f.etapa ?? null})
      and (${f.familia ?? null}::text is null or s.familia = ${f.familia ?? null})
      and (${ver} = 'todas' or ${FALTA} or ${ver} = 'principales' and (s.familia = '' or s.minimo is not null))
    order by ${FALTA} desc, coalesce(s.stock < s.minimo, false) desc, p.p_falta desc nulls last, c.id, e.orden, s.familia
    limit 2000`.execute(db)
  return rows.map((r) => present(r, zona))
}

/**
 * Number of series with an expected or present shortage, by family; null: whole stages, or small families together. @param empresa null: of
 * all
 */
export async function countFaltas(
  db: Db,
  empresa: number | null,
): Promise<{ familia: string | null; n: number }[]> {
  const { rows } = await sql<{ familia: string | null; n: number }>`
    select case when s.familia not in ('', '*') then s.familia end as familia, count(*)::int as n from prevision_serie s
    left join prevision_aviso a on a.serie_id = s.id and a.hasta is null
    where (${empresa}::int is null or s.empresa_id = ${empresa}) and ${FALTA} group by 1`.execute(db)
  return rows
}

/** @param empresa null: of any company */
export async function hasSerie(db: Db, id: number, empresa: number | null): Promise<boolean> {
  const { rows } = await sql`
    select from prevision_serie where id = ${id} and (${empresa}::int is null or empresa_id = ${empresa})`.execute(
    db,
  )
  return rows.length > 0
}

type FilaPasada = Omit<PrevisionPasada, 'emitida' | 'hora_falta' | 'falto'> & {
  emitida: Date
  hora_falta: Date | null
  falto: Date | null
}

/** Forecasts of a series with their outcomes, newest first, and their number. */
export async function findPasadas(
  db: Db,
  serie: number,
  {
    ver,
    desde,
    cuantas,
    zona,
  }: { ver: 'avisos' | 'juzgadas' | undefined; desde: number; cuantas: number; zona: string },
): Promise<{ data: PrevisionPasada[]; total: number }> {
  const cuales = sql`from prevision p
    left join prevision_aviso w on w.serie_id = p.serie_id and w.desde = p.emitida and not w.ya
    where p.serie_id = ${serie}
      and (${ver ?? null}::text is distinct from 'avisos' or w.id is not null)
      and (${ver ?? null}::text is distinct from 'juzgadas' or p.juzgadas > 0)`
  const { rows } = await sql<FilaPasada>`
    select p.emitida, p.stock, p.minimo, p.p_falta, p.hora_falta, w.id is not null as aviso, p.juzgada is not null as juzgada,
      p.falto, p.pinball as error, p.pinball_ultimo as error_ultimo, p.dentro, p.juzgadas as miradas ${cuales}
    order by p.emitida desc limit ${cuantas} offset ${desde}`.execute(db)
  const total = await sql<{ n: number }>`select count(*)::int as n ${cuales}`.execute(db)
  return {
    data: rows.map((r) => ({
      ...r,
      emitida: isoPlanta(r.emitida, zona),
      hora_falta: isoPlanta(r.hora_falta, zona),
      falto: isoPlanta(r.falto, zona),
    })),
    total: total.rows[0]?.n ?? 0,
  }
}
