import AddIcon from '@mui/icons-material/AddOutlined'
import CloseIcon from '@mui/icons-material/CloseOutlined'
import ContentCopyIcon from '@mui/icons-material/ContentCopyOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import InputBase from '@mui/material/InputBase'
import Tooltip from '@mui/material/Tooltip'
import {
  DIAS,
  isHora,
  MAX_TURNOS,
  reviewTurnos,
  type Turno,
  tramoOf,
} from '#contract/parque/calendario/values'
import { tono } from '../../ui/theme/tono'

const DIA_MIN = 1440

/** Parses `6`, `630` or `6.30` as a time of day; other text stays as typed. */
export function completeHora(s: string): string {
  const cifras = /^(\d{1,2})[:.h ]?(\d{2})?$/.exec(s.trim())
  if (!cifras) return s.trim()
  const hora = `${(cifras[1] as string).padStart(2, '0')}:${cifras[2] ?? '00'}`
  return hora === '24:00' ? '00:00' : hora
}

type PropsHora = { etiqueta: string; valor: string; onChange: (v: string) => void }

function Hora({ etiqueta, valor, onChange }: PropsHora) {
  return (
    <InputBase
      value={valor}
      onChange={(e) => onChange(e.target.value)}
      onBlur={() => onChange(completeHora(valor))}
      placeholder="00:00"
      inputProps={{
        'aria-label': etiqueta,
        'aria-invalid': !isHora(completeHora(valor)),
        inputMode: 'numeric',
        maxLength: 5,
        autoComplete: 'off',
      }}
      sx={{
        width: 46,
        fontSize: 13,
        fontVariantNumeric: 'tabular-nums',
        '& input': { p: 0, textAlign: 'center' },
      }}
    />
  )
}

/** The shifts of a day as a strip of 24 hours; hours after midnight are on the strip of the next day. */
function Franja({ turnos, previos }: { turnos: readonly Turno[]; previos: readonly Turno[] }) {
  const validos = (t: readonly Turno[]) => t.filter((x) => isHora(x.desde) && isHora(x.hasta)).map(tramoOf)
  const tramos = [
    ...validos(turnos).map(([a, b]) => [a, Math.min(b, DIA_MIN)] as const),
    ...validos(previos).flatMap(([, b]) => (b > DIA_MIN ? [[0, b - DIA_MIN] as const] : [])),
  ]
  return (
    <Box
      aria-hidden
      sx={{
        position: 'relative',
        height: 6,
        borderRadius: 3,
        bgcolor: tono('line'),
        overflow: 'hidden',
        gridColumn: { xs: '1 / -1', sm: 'auto' },
      }}
    >
      {tramos.map(([a, b]) => (
        <Box
          key={`${a}-${b}`}
          sx={{
            position: 'absolute',
            top: 0,
            bottom: 0,
            left: `${(a / DIA_MIN) * 100}%`,
            width: `${((b - a) / DIA_MIN) * 100}%`,
            bgcolor: tono('brand'),
          }}
        />
      ))}
    </Box>
  )
}

type Props = { semana: readonly Turno[][]; onChange: (semana: Turno[][]) => void }

/** A week of shifts, a row each day. */
export function Semana({ semana, onChange }: Props) {
  const set = (dia: number, turnos: Turno[]) => onChange(semana.map((t, d) => (d === dia ? turnos : t)))
  return (
    <Box sx={{ display: 'grid' }}>
      {DIAS.map((nombre, d) => {
        const turnos = semana[d] ?? []
        const reparo = reviewTurnos(
          turnos.map((t) => ({ desde: completeHora(t.desde), hasta: completeHora(t.hasta) })),
        )
        const edit = (i: number, mas: Partial<Turno>) =>
          set(
            d,
            turnos.map((t, k) => (k === i ? { ...t, ...mas } : t)),
          )
        return (
          <Box
            key={nombre}
            role="group"
            aria-label={nombre}
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: '1fr auto', sm: '88px 132px 1fr auto' },
              columnGap: 4,
              rowGap: 2,
              alignItems: 'center',
              py: 2,
              minHeight: 52,
              borderTop: `1px solid ${tono('line')}`,
            }}
          >
            <Box component="b" sx={{ fontSize: 13, fontWeight: 550 }}>
              {nombre}
            </Box>
            <Box sx={{ order: { xs: 2, sm: 0 }, gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
              <Franja turnos={turnos} previos={semana[(d + 6) % 7] ?? []} />
            </Box>
            <Box
              sx={{
                order: { xs: 3, sm: 0 },
                gridColumn: { xs: '1 / -1', sm: 'auto' },
                display: 'flex',
                flexWrap: 'wrap',
                gap: 2,
                alignItems: 'center',
              }}
            >
              {turnos.length === 0 && (
                <Box component="span" sx={{ fontSize: 13, color: tono('muted') }}>
                  Cerrado
                </Box>
              )}
              {turnos.map((t, i) => (
                <Box
                  // biome-ignore lint/suspicious/noArrayIndexKey: two shifts may be typed alike for a moment
                  key={i}
                  sx={{
                    display: 'inline-flex',
                    alignItems: 'center',
                    height: 36,
                    pl: 2,
                    borderRadius: '8px',
                    border: `1px solid ${tono(reparo ? 'rojo' : 'line')}`,
                    '&:focus-within': { borderColor: tono('brand') },
                  }}
                >
                  <Hora
                    etiqueta={`${nombre}, turno ${i + 1}, desde`}
                    valor={t.desde}
                    onChange={(desde) => edit(i, { desde })}
                  />
                  <span aria-hidden>–</span>
                  <Hora
                    etiqueta={`${nombre}, turno ${i + 1}, hasta`}
                    valor={t.hasta}
                    onChange={(hasta) => edit(i, { hasta })}
                  />
                  <IconButton
                    size="small"
                    aria-label={`Quitar el turno ${i + 1} del ${nombre.toLowerCase()}`}
                    onClick={() =>
                      set(
                        d,
                        turnos.filter((_, k) => k !== i),
                      )
                    }
                  >
                    <CloseIcon sx={{ fontSize: 16 }} />
                  </IconButton>
                </Box>
              ))}
              {reparo && (
                <Box role="alert" sx={{ flexBasis: '100%', fontSize: 12, color: tono('rojo') }}>
                  {reparo}
                </Box>
              )}
            </Box>
            <Box sx={{ display: 'flex', justifyContent: 'flex-end', order: { xs: 1, sm: 0 } }}>
              <Button
                size="small"
                startIcon={<AddIcon />}
                disabled={turnos.length >= MAX_TURNOS}
                aria-label={`Añadir un turno el ${nombre.toLowerCase()}`}
                onClick={() => {
                  const ultima = turnos.at(-1)?.hasta ?? ''
                  const desde = /^\d\d:\d\d$/.test(ultima) ? ultima : '06:00'
                  const hasta = `${String((Number(desde.slice(0, 2)) + 8) % 24).padStart(2, '0')}:${desde.slice(3)}`
                  set(d, [...turnos, { desde, hasta }])
                }}
              >
                Turno
              </Button>
              <Tooltip title="Copiar al día siguiente">
                <span>
                  <IconButton
                    size="small"
                    disabled={d === 6}
                    aria-label={`Copiar el ${nombre.toLowerCase()} al día siguiente`}
                    onClick={() =>
                      set(
                        d + 1,
                        turnos.map((t) => ({ ...t })),
                      )
                    }
                  >
                    <ContentCopyIcon sx={{ fontSize: 16 }} />
                  </IconButton>
                </span>
              </Tooltip>
            </Box>
          </Box>
        )
      })}
    </Box>
  )
}
