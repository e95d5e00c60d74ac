import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { Cuadro as Respuesta } from '#contract/flujo/ciclos/cuadro'
import type { Change } from '../../lib/api/direccion'
import { fechaHora } from '../../lib/formato'
import { useZona } from '../../lib/time/zona'
import { tono } from '../../ui/theme/tono'
import type { BusquedaCiclo, VistaCiclo } from './busqueda'

const PESTANAS: readonly (readonly [Exclude<VistaCiclo, 'lista'>, string])[] = [
  ['ciclo', 'Ciclo'],
  ['antiguedad', 'Antigüedad'],
  ['prevision', 'Previsión'],
  ['metas', 'Metas'],
]
/** Search params of one view or list, which the others do not use. */
const DE_VISTA = {
  todos: undefined,
  que: undefined,
  etapa: undefined,
  a: undefined,
  desde: undefined,
  hasta: undefined,
  mios: undefined,
  serie: undefined,
  ver: undefined,
  pagina: undefined,
  orden: undefined,
  sentido: undefined,
}

export type PropsCiclo = {
  busqueda: BusquedaCiclo
  change: Change<BusquedaCiclo>
  datos: Respuesta | undefined
}

/** Title, views, and the choice of loop and family. */
export function Cabecera({ busqueda, change, datos }: PropsCiclo) {
  const zona = useZona()
  const { vista = 'ciclo', familia } = busqueda
  const ciclo = datos?.ciclo
  const varias = new Set(datos?.ciclos.map((c) => c.empresa)).size > 1
  return (
    <Box
      sx={{
        flex: 'none',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: { xs: '4px 12px', md: '0 16px' },
        px: { xs: 3, md: 4 },
        bgcolor: tono('paper'),
        borderBottom: `1px solid ${tono('line')}`,
      }}
    >
      <Typography variant="h3" component="h1" sx={{ pt: { xs: 2, md: 0 } }}>
        Ciclo
      </Typography>
      <Tabs
        value={vista === 'lista' ? 'ciclo' : vista}
        onChange={(_, v) => void change({ ...DE_VISTA, vista: v === 'ciclo' ? undefined : v })}
        variant="scrollable"
        scrollButtons={false}
        aria-label="Vistas del ciclo"
        sx={{ order: { xs: 3, md: 0 }, flexBasis: { xs: '100%', md: 'auto' } }}
      >
        {PESTANAS.map(([valor, titulo]) => (
          <Tab key={valor} value={valor} label={titulo} />
        ))}
      </Tabs>
      <Box sx={{ flex: 1 }} />
      {ciclo?.medido && (
        <Typography role="status" sx={{ fontSize: 13, color: tono('muted') }}>
          Medido a las {fechaHora(ciclo.medido, zona)?.slice(11, 16)}
        </Typography>
      )}
      {/* On a phone the selects are below. */}
      <Box sx={{ flexBasis: '100%', height: 0, display: { md: 'none' } }} />
      {datos && datos.ciclos.length > 1 && (
        <TextField
          select
          size="small"
          label="Ciclo"
          value={busqueda.todos ? 'todos' : (ciclo?.id ?? '')}
          onChange={(e) =>
            void change({
              ...DE_VISTA,
              ciclo: e.target.value === 'todos' ? undefined : Number(e.target.value),
              todos: undefined,
              familia: undefined,
              tendencia: undefined,
            })
          }
          sx={{ minWidth: { xs: 0, md: 160 }, flex: { xs: '1 1 150px', md: '0 0 auto' }, my: 2 }}
        >
          {busqueda.todos && <MenuItem value="todos">Todos los ciclos</MenuItem>}
          {datos.ciclos.map((c) => (
            <MenuItem key={c.id} value={c.id}>
              {varias ? `${c.nombre} · ${c.empresa_nombre}` : c.nombre}
            </MenuItem>
          ))}
        </TextField>
      )}
      {ciclo && (
        <Autocomplete
          size="small"
          options={ciclo.familias}
          value={familia ?? null}
          onChange={(_, v) => void change({ familia: v ?? undefined, pagina: undefined })}
          noOptionsText="Ninguna familia se llama así"
          renderInput={(p) => <TextField {...p} label="Familia" placeholder="Todas" />}
          sx={{ width: { md: 168 }, flex: { xs: '1 1 130px', md: '0 0 auto' }, my: 2 }}
        />
      )}
    </Box>
  )
}
