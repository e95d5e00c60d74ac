import { sql } from 'kysely'
import type { PerdidaOf } from '#contract/cuentas/perdidas/perdidas'
import { type ClaseAsiento, MAX_HISTORIA_PERDIDA, type Peldano } from '#contract/cuentas/perdidas/values'
import type { Db } from '../../platform/db/client'
import { isoPlanta } from '../../platform/time/time'
import { PUEDE_BUSCAR } from './busca/repo'
import { personaOf, VUELTA, type Vuelta, vueltaOf } from './repo'
import { findUltimo } from './repo-together'
import { SE_OYE } from './repo-write'

type Row = {
  id: number
  clase: ClaseAsiento
  recuento: number | null
  momento: Date
  persona_id: number | null
  persona: string | null
  lleva_id: number | null
  lleva: string | null
  nota: string | null
  por_silencio: boolean
  anulado: Date | null
}

/**
 * The rung of one container and what users said about its silences, newest first; undefined: there is no such container.
 * @param empresa null: of any company
 */
export async function findPerdidaOf(
  db: Db,
  mac: string,
  empresa: number | null,
  zona: string,
): Promise<PerdidaOf | undefined> {
  const { rows } = await sql<
    Vuelta & {
      id: number
      oido: boolean
      se_oye: boolean
      peldano: Peldano | null
      desde: Date | null
      centimos: number | null
      dias_cerrados: number
      busca_id: number | null
      busca: string | null
    }
  >`
    select d.id, e.dispositivo_id is not null as oido, ${SE_OYE} as se_oye, p.peldano, p.desde, p.centimos, ${VUELTA},
      v.id as busca_id, v.nombre as busca, (
        select count(*)::int from dia_cerrado c where c.empresa_id = p.empresa_id and c.hasta > p.desde and c.desde < now()
          and c.planta = coalesce((select k.planta from calendario k where k.empresa_id = p.empresa_id and k.planta = u.planta), '')
      ) as dias_cerrados
    from dispositivo d join ajuste a on a.empresa_id = d.empresa_id left join dispositivo_estado e on e.dispositivo_id = d.id left join perdida p on p.dispositivo_id = d.id
    left join ubicacion u on u.id = p.ubicacion_id left join usuario v on v.id = p.lleva_id and ${PUEDE_BUSCAR}
    where d.mac = ${mac} and d.eliminado is null and d.tipo <> 'Reader' and (${empresa}::int is null or d.empresa_id = ${empresa})`.execute(
    db,
  )
  const [suya] = rows
  if (!suya) return undefined
  const dicho = await sql<Row>`
    select s.id, s.clase, s.momento, s.persona_id, u.nombre as persona, s.lleva_id, v.nombre as lleva, s.nota, s.por_silencio,
      s.recuento_id as recuento, x.momento as anulado
    from perdida_asiento s left join perdida_asiento x on x.anula = s.id
    left join usuario u on u.id = s.persona_id left join usuario v on v.id = s.lleva_id
    where s.dispositivo_id = ${suya.id} and s.clase <> 'anulada' order by s.id desc limit ${MAX_HISTORIA_PERDIDA}`.execute(
    db,
  )
  return {
    peldano: suya.peldano ?? (suya.oido ? 'visto' : null),
    desde: suya.se_oye ? null : isoPlanta(suya.desde, zona),
    centimos: suya.centimos,
    ...vueltaOf(suya),
    dias_cerrados: suya.dias_cerrados,
    busca: personaOf(suya.busca_id, suya.busca),
    ultimo: suya.se_oye ? null : await findUltimo(db, suya.id, zona),
    historia: dicho.rows.map((r) => ({
      id: r.id,
      clase: r.clase,
      recuento: r.recuento,
      momento: isoPlanta(r.momento, zona),
      persona: personaOf(r.persona_id, r.persona),
      lleva: personaOf(r.lleva_id, r.lleva),
      nota: r.nota,
      por_silencio: r.por_silencio,
      anulado: isoPlanta(r.anulado, zona),
    })),
  }
}
