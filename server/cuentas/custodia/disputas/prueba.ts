import type { Prueba, PruebaDada } from '#contract/cuentas/custodia/custodia'
import type { Db } from '../../../platform/db/client'
import { isoPlanta } from '../../../platform/time/time'
import { isSeen } from '../vistos'
import { findDemostrado } from './repo'

/** The evidence for a line, for the company's own people. @param empresa null: of any company */
export async function findPrueba(
  db: Db,
  id: number,
  empresa: number | null,
  zona: string,
): Promise<Omit<Prueba, 'deshacer'> | undefined> {
  const r = await findDemostrado(db, id, empresa)
  return (
    r && {
      contenedor: r.contenedor,
      visto:
        isSeen(r.clase) && r.lugar !== null
          ? { momento: isoPlanta(r.momento, zona), lugar: r.lugar, lector: r.lector, certeza: r.certeza }
          : null,
      persona: r.persona,
      documento: r.documento,
      recuento: r.recuento,
      ultimo: r.ultimo && {
        momento: isoPlanta(r.ultimo, zona),
        lugar: r.ultimo_lugar,
        lector: r.ultimo_lector,
        certeza: r.ultima_certeza,
      },
    }
  )
}

type Oida = { momento: Date; lugar: string | null; lector: string | null; certeza: number | null }

/** A reading as a partner may see it: of places that are not its own, only whose they are. */
function restrict({ momento, certeza, ...o }: Oida, de: number | null, tercero: number): PruebaDada['visto'] {
  const suyo = de === tercero
  return {
    momento: momento.toISOString(),
    donde: o.lugar === null ? null : suyo ? 'suyo' : de === null ? 'propio' : 'tercero',
    lugar: suyo ? o.lugar : null,
    lector: suyo ? o.lector : null,
    certeza,
  }
}

/** The evidence for a line as it is now, as far as the partner may see it. It is kept with what the company says of the line. */
export async function takePrueba(
  tx: Db,
  { id, empresa, tercero }: { id: number; empresa: number; tercero: number },
): Promise<PruebaDada | null> {
  const r = await findDemostrado(tx, id, empresa)
  if (!r) return null
  const { ultimo, documento, recuento } = r
  return {
    visto: isSeen(r.clase) && r.lugar !== null ? restrict(r, r.visto_de, tercero) : null,
    documento,
    recuento,
    ultimo:
      ultimo &&
      restrict(
        { momento: ultimo, lugar: r.ultimo_lugar, lector: r.ultimo_lector, certeza: r.ultima_certeza },
        r.ultimo_de,
        tercero,
      ),
  }
}
