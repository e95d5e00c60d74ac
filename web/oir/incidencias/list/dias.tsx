import { useState } from 'react'
import { CampoDia } from '../../../ui/fecha/campo-dia'
import { camposOf } from '../../../ui/filtros/campos'
import type { Busqueda, ChangeBusqueda } from '../use-busqueda'
import { isRango, type Rango } from './rango'

const FIN_ANTES = 'La fecha de fin es anterior a la de inicio.'

/** First and last day of the list. */
export function Dias({ busqueda, change }: { busqueda: Busqueda; change: ChangeBusqueda }) {
  const { desde, hasta } = busqueda
  // A cleared day goes back to its default.
  const [vueltas, setVueltas] = useState(0)
  const campo = camposOf(busqueda, change)
  const onDia = (extremo: keyof Rango) => (dia: string | undefined) => {
    if (dia === undefined) setVueltas(vueltas + 1)
    campo(extremo).onChange(dia)
  }
  return (
    <>
      <CampoDia
        key={`desde-${vueltas}`}
        valor={desde}
        onChange={onDia('desde')}
        etiqueta="Desde"
        className="desde"
      />
      <CampoDia
        key={`hasta-${vueltas}`}
        valor={hasta}
        onChange={onDia('hasta')}
        etiqueta="Hasta"
        error={isRango(busqueda) ? undefined : FIN_ANTES}
        className="hasta"
      />
    </>
  )
}
