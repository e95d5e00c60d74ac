import CheckIcon from '@mui/icons-material/CheckOutlined'
import Box from '@mui/material/Box'
import type { Calibracion } from '#contract/oir/lecturas/calibracion'
import { MIN_MUESTRAS } from '#contract/oir/lecturas/calibracion-values'
import { fechaHora } from '../../lib/formato'
import { useZona } from '../../lib/time/zona'
import { tono } from '../../ui/theme/tono'
import { Lista } from './lista'

type LugarSabido = Calibracion['ubicaciones'][number]

/** Seconds of a walk per sample. */
const MUESTRA_S = 10

/** Places to walk again come first, the worst at the top. */
export const primeroRepetir = (lugares: readonly LugarSabido[]): LugarSabido[] =>
  lugares.toSorted(
    (a, b) =>
      Number(b.repetir) - Number(a.repetir) || (a.repetir ? (b.desajuste ?? 0) - (a.desajuste ?? 0) : 0),
  )

/** How well a place is known, as text. */
function cobertura({ muestras, lectores, repetir }: LugarSabido): string {
  if (repetir) return 'Ya no se oye como en el paseo: conviene repetirlo'
  if (muestras >= MIN_MUESTRAS)
    return `${(Math.round(muestras * MUESTRA_S) / 60).toLocaleString('es', { maximumFractionDigits: 1 })} min aprendidos`
  return lectores === 0 ? 'Sin lector ni paseo: no se reconoce' : 'Sin paseo: solo por su lector'
}

export function Lugares({ lugares }: { lugares: readonly LugarSabido[] }) {
  const zona = useZona()
  return (
    <Lista nombre="Lugares">
      {lugares.map((u) => {
        const sabido = u.muestras >= MIN_MUESTRAS
        return (
          <Box key={u.id} component="li">
            <Box sx={{ width: 20, flex: 'none', display: 'flex', color: tono('verde') }}>
              {sabido && !u.repetir && <CheckIcon fontSize="small" aria-hidden />}
            </Box>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Box sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>{u.nombre}</Box>
              <Box
                sx={{
                  fontSize: 13,
                  color: tono(u.repetir || (!sabido && u.lectores === 0) ? 'amber' : 'muted'),
                }}
              >
                {cobertura(u)}
              </Box>
            </Box>
            <Box sx={{ fontSize: 13, color: tono('muted'), textAlign: 'right' }}>
              {u.ultimo_paseo && <>Último paseo {fechaHora(u.ultimo_paseo, zona)?.slice(0, 16)}</>}
            </Box>
          </Box>
        )
      })}
    </Lista>
  )
}
