import type { ComponentProps, ReactNode } from 'react'
import { CampoBuscar } from '../../ui/filtros/campo-buscar'
import { Clear } from '../../ui/filtros/clear'
import { FiltrosPlegados } from '../../ui/filtros/plegados'
import { SelectorFiltro } from '../../ui/filtros/selector'

type Props = {
  /** Accessible name of the filters. */
  etiqueta: string
  /** Part of a name in the address, and its setter. */
  buscar: Pick<ComponentProps<typeof CampoBuscar>, 'valor' | 'onChange'>
  familia: { valor: string | undefined; onChange: (familia: string | undefined) => void }
  familias: readonly string[] | undefined
  /** More filters, and how many of them are active. */
  mas?: { filtros: ReactNode; enVigor: number }
  /** A filter is active. */
  filtrado: boolean
  onClear: () => void
}

/** Filters of a list of containers: by name, and by family. */
export const FiltrosContenedor = ({
  etiqueta,
  buscar,
  familia,
  familias = [],
  mas,
  filtrado,
  onClear,
}: Props) => (
  <FiltrosPlegados
    etiqueta={etiqueta}
    enVigor={(familia.valor ? 1 : 0) + (mas?.enVigor ?? 0)}
    primero={<CampoBuscar {...buscar} placeholder="Contenedor" />}
  >
    <SelectorFiltro {...familia} nombre="Familia" opciones={familias} todas="Todas las familias" />
    {mas?.filtros}
    <Clear filtrado={filtrado} onClear={onClear} />
  </FiltrosPlegados>
)
