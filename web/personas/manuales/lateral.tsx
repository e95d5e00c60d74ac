import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { CategoriaManual } from '#contract/personas/manuales/manuales'
import { SUELTOS } from '#contract/personas/manuales/values'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { CampoBuscar } from '../../ui/filtros/campo-buscar'
import { tono } from '../../ui/theme/tono'
import { filterArbol, findCarpeta } from './arbol'
import type { Tarea } from './dialogos'
import { EnElTexto } from './en-el-texto'
import { Herramientas } from './herramientas'
import { MenuManuales } from './menu-manuales'

type Props = {
  categorias: CategoriaManual[]
  buscar: string | undefined
  onSearch: (texto: string | undefined) => void
  /** Id of a document or a folder. */
  elegido: string | undefined
  carpeta: string | undefined
  esAdmin: boolean
  onDoc: (id: string, pagina?: number) => void
  onCarpeta: (id: string) => void
  onTarea: (t: Tarea) => void
}

/** The tree of all documents; during a search also matches in their text. */
export function Lateral({
  categorias,
  buscar,
  onSearch,
  elegido,
  carpeta,
  esAdmin,
  onDoc,
  onCarpeta,
  onTarea,
}: Props) {
  const vistas = filterArbol(categorias, buscar ?? '')
  const suya = carpeta && carpeta !== SUELTOS ? findCarpeta(categorias, carpeta) : undefined
  return (
    <>
      <Box sx={{ p: 4, pb: 3, borderBottom: `1px solid ${tono('line')}` }}>
        <Typography variant="h2" component="h1" sx={{ mb: 3 }}>
          Manuales
        </Typography>
        <Box sx={{ display: 'grid' }}>
          <CampoBuscar valor={buscar} onChange={onSearch} placeholder="Buscar en los manuales" />
        </Box>
        {esAdmin && (
          <Herramientas
            carpeta={suya}
            hayCarpetas={categorias.some((c) => c.id !== SUELTOS)}
            onTarea={onTarea}
          />
        )}
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto', p: 2 }}>
        {vistas.length > 0 ? (
          <MenuManuales
            categorias={vistas}
            buscando={Boolean(buscar?.trim())}
            elegido={elegido}
            onDoc={onDoc}
            onCarpeta={onCarpeta}
          />
        ) : buscar ? (
          <Box role="status" sx={{ p: 2, fontSize: 13, color: tono('muted') }}>
            Ningún título coincide.
          </Box>
        ) : (
          <EstadoVacio
            texto="Todavía no hay manuales"
            ayuda={esAdmin ? 'Crea una carpeta y sube a ella los primeros.' : undefined}
          />
        )}
        {buscar && <EnElTexto buscar={buscar} onPasaje={onDoc} />}
      </Box>
    </>
  )
}
