import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import {
  type Ambito,
  DOMINIOS,
  type Dominio,
  ESCRIBIBLES,
  NOMBRES_DOMINIO,
} from '#contract/personas/claves-api/values'
import { tono } from '../../ui/theme/tono'

type Nivel = 'nada' | 'leer' | 'escribir'
const NIVELES: Record<Nivel, string> = { nada: 'Nada', leer: 'Leer', escribir: 'Leer y cambiar' }

const nivelOf = (ambitos: readonly Ambito[], d: Dominio): Nivel =>
  ambitos.includes(`${d}:escribir`) ? 'escribir' : ambitos.includes(`${d}:leer`) ? 'leer' : 'nada'

/** The permissions of a key, as text: `Eventos, Incidencias (y cambiar)`. */
export function describeAmbitos(ambitos: readonly Ambito[]): string {
  return NOMBRES_DOMINIO.filter((d) => nivelOf(ambitos, d) !== 'nada')
    .map((d) => (nivelOf(ambitos, d) === 'escribir' ? `${DOMINIOS[d]} (y cambiar)` : DOMINIOS[d]))
    .join(', ')
}

type Props = { elegidos: readonly Ambito[]; error: string | undefined; onChange: (ambitos: Ambito[]) => void }

/** Read and write permissions of a key, by domain. */
export function Permisos({ elegidos, error, onChange }: Props) {
  const put = (d: Dominio, nivel: Nivel) =>
    onChange([
      ...elegidos.filter((a) => !a.startsWith(`${d}:`)),
      ...(nivel === 'nada' ? [] : [`${d}:${nivel}` as Ambito]),
    ])
  return (
    <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ p: 0, mb: 1, fontWeight: 550 }}>
        Permisos
      </Box>
      {NOMBRES_DOMINIO.map((d) => (
        <Box
          key={d}
          sx={{
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'space-between',
            gap: 2,
            py: 0.5,
            borderBottom: `1px solid ${tono('line')}`,
          }}
        >
          <span id={`permiso-${d}`}>{DOMINIOS[d]}</span>
          <Select
            size="small"
            variant="standard"
            disableUnderline
            value={nivelOf(elegidos, d)}
            onChange={(e) => put(d, e.target.value as Nivel)}
            SelectDisplayProps={{ 'aria-labelledby': `permiso-${d}` }}
            sx={{
              flex: 'none',
              width: 136,
              color: tono(nivelOf(elegidos, d) === 'nada' ? 'muted' : 'ink'),
              '@media (pointer: coarse)': { minHeight: 44 },
            }}
          >
            {(['nada', 'leer', ...(ESCRIBIBLES.has(d) ? ['escribir'] : [])] as Nivel[]).map((n) => (
              <MenuItem key={n} value={n}>
                {NIVELES[n]}
              </MenuItem>
            ))}
          </Select>
        </Box>
      ))}
      {error && <Box sx={{ mt: 1, fontSize: 12, color: tono('rojo') }}>{error}</Box>}
    </Box>
  )
}
