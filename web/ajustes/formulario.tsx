import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Ajustes, INICIALES, LIMITES, NOMBRES_DE_AJUSTE, reviewAjustes } from '#contract/valores/ajustes'
import { useCambio } from '../administracion/use-cambio'
import { CLAVE_PLAZOS } from '../dominio/plazos'
import { call } from '../lib/api'
import { parseDecimal } from '../lib/formato'
import { api } from '../lib/llamadas'
import { BarraGuardar } from '../ui/barra-guardar'
import { GRUPOS } from './campos'
import { EnsayoDeAjustes } from './ensayo'

type Textos = Record<keyof Ajustes, string>

const write = (n: number) => n.toLocaleString('es', { useGrouping: false, maximumFractionDigits: 6 })
const textosDe = (a: Ajustes) => Object.fromEntries(NOMBRES_DE_AJUSTE.map((k) => [k, write(a[k])])) as Textos
/** NaN for what is no number or blank: `reviewAjustes` refuses it. */
const read = (s: string) => parseDecimal(s) ?? Number.NaN

type Props = { empresa: number; nombre: string; guardados: Ajustes }

/** The numbers of one company; nothing is sent until it is saved, and all of it together. */
export function FormularioAjustes({ empresa, nombre, guardados }: Props) {
  const [textos, setTextos] = useState(() => textosDe(guardados))
  /** The numbers that are tried on last week. */
  const [probados, setProbados] = useState<Ajustes>()
  /** What was tried is of other numbers from then on. */
  const change = (t: Textos) => {
    setTextos(t)
    setProbados(undefined)
  }
  const raiz = useRef<HTMLFormElement>(null)
  const cliente = useQueryClient()
  const save = useCambio(
    (body: Ajustes) => call(api.setAjustes, { params: { id: empresa }, body }),
    () => `Ajustes de ${nombre} guardados`,
    true,
  )
  const leidos = Object.fromEntries(NOMBRES_DE_AJUSTE.map((k) => [k, read(textos[k])])) as Ajustes
  const errores = reviewAjustes(leidos)
  const cambiados = NOMBRES_DE_AJUSTE.filter((k) => read(textos[k]) !== guardados[k])

  const showError = () => raiz.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus()

  function send() {
    if (!errores.size)
      return save.mutate(leidos, {
        onSuccess: (a) => {
          setTextos(textosDe(a))
          setProbados(undefined)
          void cliente.invalidateQueries({ queryKey: CLAVE_PLAZOS })
        },
      })
    showError()
  }

  return (
    <Box
      component="form"
      ref={raiz}
      noValidate
      // What takes the focus comes to rest above the bar, with what is wrong below it.
      sx={{ '& input': { scrollMarginBlock: '112px' } }}
      onSubmit={(e) => {
        e.preventDefault()
        send()
      }}
    >
      {GRUPOS.map((g) => (
        <Box component="fieldset" key={g.titulo} sx={{ border: 0, m: 0, p: 0, mb: 6, minWidth: 0 }}>
          <Typography component="legend" variant="h3" sx={{ p: 0, mb: 3 }}>
            {g.titulo}
          </Typography>
          <Box
            sx={{
              display: 'grid',
              rowGap: 5,
              columnGap: 4,
              gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' },
            }}
          >
            {g.campos.map((c) => {
              const error = errores.get(c.nombre)
              const { inicial } = LIMITES[c.nombre]
              const habitual = read(textos[c.nombre]) === inicial ? '' : ` Habitual: ${write(inicial)}.`
              return (
                <TextField
                  key={c.nombre}
                  label={c.titulo}
                  value={textos[c.nombre]}
                  error={error !== undefined}
                  helperText={error ?? c.ayuda + habitual}
                  onChange={(e) => change({ ...textos, [c.nombre]: e.target.value })}
                  slotProps={{
                    htmlInput: { inputMode: 'decimal', maxLength: 12, autoComplete: 'off' },
                    input: { endAdornment: <InputAdornment position="end">{c.unidad}</InputAdornment> },
                  }}
                />
              )
            })}
          </Box>
        </Box>
      ))}
      {probados && (
        <EnsayoDeAjustes empresa={empresa} ajustes={probados} onClose={() => setProbados(undefined)} />
      )}
      {save.error && (
        <Alert severity="error" variant="outlined" sx={{ mb: 4 }}>
          {save.error.message}
        </Alert>
      )}
      <BarraGuardar>
        <Button type="submit" variant="contained" disabled={!cambiados.length} loading={save.isPending}>
          Guardar
        </Button>
        <Button
          variant="outlined"
          disabled={!cambiados.length}
          onClick={() => (errores.size ? showError() : setProbados(leidos))}
        >
          Qué habría cambiado
        </Button>
        <Button
          disabled={!cambiados.length}
          onClick={() => {
            change(textosDe(guardados))
          }}
        >
          Descartar
        </Button>
        <Button sx={{ ml: 'auto' }} onClick={() => change(textosDe(INICIALES))}>
          Valores habituales
        </Button>
      </BarraGuardar>
    </Box>
  )
}
