import type { ClaseDicho } from '#contract/values/dichos'
import { notify } from '../../../avisos/avisos/notify'
import type { Principal } from '../../../platform/auth/principal'
import type { Db } from '../../../platform/db/client'
import { isoPlanta } from '../../../platform/time/time'
import type { Linea } from '../repo-extracto'
import { listDisputaron } from './repo'

type Dicha = Linea & { tercero: number }

const nameOf = ({ contenedor, cantidad, familia }: Dicha): string =>
  contenedor ??
  `${cantidad.toLocaleString('es')} ${cantidad === 1 ? 'contenedor' : 'contenedores'}${familia && ` de la familia ${familia}`}`

/** Path to the line in the statement: its day, and its container or document. */
function pathOf({ momento, contenedor, documento }: Dicha, zona: string): string {
  const dia = isoPlanta(momento, zona).slice(0, 10)
  const buscar = contenedor ?? documento
  return `/custodia?${new URLSearchParams({ vista: 'extracto', desde: dia, hasta: dia, ...(buscar && { buscar }) })}`
}

/** Path for a partner to several lines; those that were answered wait for a settlement. */
const pathOfSeveral = (que: ClaseDicho): string =>
  `/custodia?vista=extracto${que === 'respuesta' ? '&que=disputa' : ''}`

/**
 * Notifies of what was said of a line. A dispute: the users of the company who may answer it. An answer or a settlement: the users of the
 * partner who disputed the line. Lines of one partner of which the same user says the same share a notice.
 * @param dicho its id
 */
export async function notifyDicho(
  tx: Db,
  principal: Principal,
  linea: Dicha,
  { dicho, que, zona }: { dicho: number; que: ClaseDicho; zona: string },
): Promise<void> {
  const { empresa, tercero } = linea
  const solo = que === 'disputa' ? undefined : await listDisputaron(tx, linea)
  if (solo?.length === 0) return
  const disputadas = `/custodia?vista=disputas&tercero=${tercero}`
  await notify(tx, {
    empresa,
    tipo: 'disputa',
    clave: `disputa:${dicho}`,
    datos: {
      tercero: linea.nombreTercero,
      lineas: [nameOf(linea)],
      n: 1,
      que,
      quien: principal.nombre,
      desde: new Date().toISOString(),
    },
    ...(solo
      ? { enlace: pathOf(linea, zona), enlaceJunto: pathOfSeveral(que), solo }
      : { enlace: disputadas }),
    familias: linea.familia ? [linea.familia] : [],
    menos: [principal.usuarioId],
    grupo: JSON.stringify([que, tercero, principal.usuarioId, solo ?? null]),
  })
}
