import type { Perdidas } from '#contract/cuentas/perdidas/perdidas'
import { NOMBRE_PELDANO, PELDANOS_CALLADOS, type PeldanoCallado } from '#contract/cuentas/perdidas/values'
import { entero, formatEuros } from '../../lib/formato'
import { Cifras } from '../../ui/filtros/cifras'

type Props = {
  perdidas: Perdidas | undefined
  elegido: PeldanoCallado | undefined
  onChange: (peldano: PeldanoCallado | undefined) => void
}

/** `1.204,50 € · 3 sin precio · 12 sin responsable`. */
const formatNota = (p: Perdidas['peldanos'][number], sinResponsable: number) =>
  [
    formatEuros(p.centimos),
    ...(p.sin_precio > 0 ? [`${entero(p.sin_precio)} sin precio`] : []),
    ...(sinResponsable > 0 ? [`${entero(sinResponsable)} sin responsable`] : []),
  ].join(' · ')

/** Number and value of the containers on each rung; each filters the list. */
export function Peldanos({ perdidas, elegido, onChange }: Props) {
  return (
    <Cifras
      etiqueta="Peldaños"
      elegida={elegido}
      onChange={onChange}
      cifras={PELDANOS_CALLADOS.map((peldano) => {
        const p = perdidas?.peldanos.find((x) => x.peldano === peldano)
        return {
          id: peldano,
          nombre: NOMBRE_PELDANO[peldano],
          n: p?.n,
          nota: p && formatNota(p, peldano === 'en_busqueda' ? (perdidas?.sin_responsable ?? 0) : 0),
        }
      })}
    />
  )
}
