import { urlOf } from '../../../lib/api/api'
import { api } from '../../../lib/api/llamadas'
import { BotonExportar } from '../../../ui/exportar/boton-exportar'
import type { Limites } from '../../../ui/mapa/vista'
import type { Filtros, Pagina } from '../queries'

type Props = { limites: Limites; filtros: Filtros; orden: Pick<Pagina, 'orden' | 'sentido'>; vacio: boolean }

/** Exports the visible devices with the filters and the order of the table. */
export function ExportVisibles({ limites, filtros, orden, vacio }: Props) {
  return (
    <BotonExportar
      nombre="dispositivos_visibles"
      urlOf={(formato) =>
        urlOf(api.exportVisibles.path, undefined, { ...limites, ...filtros, ...orden, formato })
      }
      vacio={vacio}
    />
  )
}
