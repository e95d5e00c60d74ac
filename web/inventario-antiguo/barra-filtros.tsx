import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { TIPOS } from '#contract/dispositivos'
import { SIN_UBICACION } from '#contract/inventario'
import { useEmpresa } from '../lib/empresa'
import { CampoBuscar } from '../ui/filtros/campo-buscar'
import type { AlEscribir } from '../ui/filtros/escribir'
import { Recargar } from '../ui/filtros/recargar'
import { SelectorFiltro } from '../ui/filtros/selector'
import { type CambiarAntigua, type FiltrosAntiguos, SIN_FILTROS } from './busqueda'
import { ubicacionesQuery } from './queries'

/** One line; two by two where it is narrow. */
const Fila = styled('div')({
  display: 'grid',
  gridTemplate:
    '"nombre tipo lugar lector limpiar recargar mas" / minmax(120px, 260px) 160px minmax(120px, 220px) minmax(120px, 220px) auto auto minmax(max-content, 1fr)',
  alignItems: 'center',
  gap: 6,
  '& .nombre': { gridArea: 'nombre' },
  '& .tipo': { gridArea: 'tipo' },
  '& .lugar': { gridArea: 'lugar' },
  '& .lector': { gridArea: 'lector' },
  '& .limpiar': { gridArea: 'limpiar' },
  '& .recargar': { gridArea: 'recargar' },
  '& .mas': { gridArea: 'mas', justifySelf: 'end' },
  '@container (max-width: 999.95px)': {
    gridTemplate:
      '"nombre nombre recargar" "tipo lugar lugar" "lector lector limpiar" "mas mas mas" / minmax(0, 1fr) minmax(0, 1fr) auto',
    '& .recargar': { justifySelf: 'end' },
    '& .mas': { justifySelf: 'start' },
  },
})

type Props = {
  filtros: FiltrosAntiguos
  cambiar: CambiarAntigua
  onRecargar: () => Promise<unknown>
  /** What an administrator finds beside the filters. */
  mas: ReactNode
}

export function BarraFiltros({ filtros, cambiar, onRecargar, mas }: Props) {
  const { name, tipo, location, reader } = filtros
  const lugares = useQuery(ubicacionesQuery(useEmpresa())).data ?? []
  const opciones = [...new Set([...lugares, SIN_UBICACION, ...(location ? [location] : [])])]
  const al = useMemo(() => {
    const campo =
      (nombre: keyof FiltrosAntiguos): AlEscribir =>
      (valor, seguido) =>
        void cambiar({ [nombre]: valor, pagina: undefined }, seguido)
    return { name: campo('name'), reader: campo('reader') }
  }, [cambiar])
  return (
    <Box
      role="search"
      aria-label="Filtros del inventario antiguo"
      sx={{ containerType: 'inline-size', px: 4, pb: 3, flex: 'none' }}
    >
      <Fila>
        <CampoBuscar
          valor={name}
          onCambio={al.name}
          placeholder="Nombre"
          borrar="Borrar nombre"
          className="nombre"
        />
        <SelectorFiltro
          valor={tipo}
          opciones={TIPOS}
          onCambio={(valor) => void cambiar({ tipo: valor, pagina: undefined })}
          nombre="Tipo"
          etiqueta="Tipo de dispositivo"
          todas="Todos los tipos"
          quitar="Quitar filtro de tipo"
          className="tipo"
        />
        <SelectorFiltro
          valor={location}
          opciones={opciones}
          onCambio={(valor) => void cambiar({ location: valor, pagina: undefined })}
          nombre="Ubicación"
          etiqueta="Ubicación"
          todas="Todas las ubicaciones"
          quitar="Quitar filtro de ubicación"
          className="lugar"
        />
        <CampoBuscar
          valor={reader}
          onCambio={al.reader}
          placeholder="Lector"
          borrar="Borrar lector"
          className="lector"
        />
        <Button
          color="inherit"
          disabled={Object.keys(filtros).length === 0}
          onClick={() => void cambiar(SIN_FILTROS)}
          className="limpiar"
          sx={{ px: 1.5, minWidth: 0 }}
        >
          Limpiar
        </Button>
        <Recargar onRecargar={onRecargar} className="recargar" />
        {mas && <div className="mas">{mas}</div>}
      </Fila>
    </Box>
  )
}
