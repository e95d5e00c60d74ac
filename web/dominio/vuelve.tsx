import type { FilaPerdida } from '#contract/cuentas/perdidas/perdidas'
import { MIN_SILENCIOS } from '#contract/cuentas/perdidas/values'
import { entero } from '../lib/formato'
import { tono } from '../ui/theme/tono'

/** `83 %`; a measured chance is never shown as 0 or 100 %. */
const porCiento = (p: number): string =>
  p > 0.995 ? 'más del 99\u00a0%' : p < 0.005 ? 'menos del 1\u00a0%' : `${Math.round(p * 100)}\u00a0%`

/** The chance that a container is heard again, as a sentence. */
export function formatVuelve(vuelve: FilaPerdida['vuelve']): string {
  if (!vuelve) return `Aún no se sabe si volverá: menos de ${MIN_SILENCIOS} silencios pasados duraron tanto.`
  const { p, bajo, alto, silencios, de_etapa } = vuelve
  return `Probabilidad de volver: ${porCiento(p)} (entre ${porCiento(bajo)} y ${porCiento(alto)}), según los ${entero(silencios)} silencios ${
    de_etapa ? 'de su etapa' : 'de la empresa, de cualquier etapa,'
  } que duraron tanto.`
}

/** The chance that a container is heard again, and on how many past silences it is based. */
export function Vuelve({ vuelve }: Pick<FilaPerdida, 'vuelve'>) {
  return (
    <span title={formatVuelve(vuelve)}>
      {vuelve ? porCiento(vuelve.p) : 'No se sabe'}
      {vuelve && <span style={{ color: tono('muted') }}> · de {entero(vuelve.silencios)}</span>}
    </span>
  )
}
