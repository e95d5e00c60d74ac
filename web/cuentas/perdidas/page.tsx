import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { tono } from '../../ui/theme/tono'
import { useBusquedaPerdidas } from './busqueda'
import { Escalera } from './escalera'
import { MermaLista } from './merma-lista'
import { MermaTabla } from './merma-tabla'

/** Missing containers, from silence to write-off, and the losses of the pool in a year. */
export function PerdidasPage() {
  const [{ vista, que }, change] = useBusquedaPerdidas()
  const cabecera = (
    <Tabs
      value={vista ?? 'escalera'}
      onChange={(_, v: string) => void change({ ...DE_VISTA, vista: v === 'merma' ? 'merma' : undefined })}
      aria-label="Vistas de pérdidas"
      sx={{ px: 4, mb: 3, borderBottom: `1px solid ${tono('line')}` }}
    >
      <Tab value="escalera" label="Contenedores" />
      <Tab value="merma" label="Merma al año" />
    </Tabs>
  )
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0, height: '100%' }}>
      {vista !== 'merma' ? (
        <Escalera cabecera={cabecera} />
      ) : que ? (
        <MermaLista que={que} cabecera={cabecera} />
      ) : (
        <MermaTabla cabecera={cabecera} />
      )}
    </Box>
  )
}

/** Search params of one view, which the others do not use. */
const DE_VISTA = {
  peldano: undefined,
  familia: undefined,
  buscar: undefined,
  lugar: undefined,
  lleva: undefined,
  anio: undefined,
  por: undefined,
  que: undefined,
  clave: undefined,
  pagina: undefined,
  orden: undefined,
  sentido: undefined,
}
