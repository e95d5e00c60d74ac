import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { CambioAjustes } from '#contract/parque/ajustes/ajustes'
import { type AjustesEmpresa, isIgual, reviewUmbrales } from '#contract/parque/ajustes/umbrales-values'
import {
  type Ajustes,
  INICIALES,
  LIMITES,
  NOMBRES_DE_AJUSTE,
  reviewAjustes,
} from '#contract/parque/ajustes/values'
import { parseNumero } from '#contract/values/numero'
import { useCambio } from '../../dominio/administracion/use-cambio'
import { CLAVE_PLAZOS } from '../../dominio/plazos'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { writeDecimal } from '../../lib/formato'
import { BarraGuardar } from '../../ui/barra-guardar'
import { Button } from '../../ui/button'
import { CampoNumero } from '../../ui/campo-numero'
import { GRUPOS } from './campos'
import { EnsayoDeAjustes } from './ensayo'
import { readUmbral, type TextosUmbral, Umbrales, writeUmbral } from './umbrales'

type Textos = Record<keyof Ajustes, string>
/** The form: the numbers, and the thresholds of families and makers that replace them. */
type Escrito = { textos: Textos; umbrales: TextosUmbral[] }

const textosOf = (a: Ajustes) =>
  Object.fromEntries(NOMBRES_DE_AJUSTE.map((k) => [k, writeDecimal(a[k])])) as Textos
const escritoOf = (a: AjustesEmpresa): Escrito => ({
  textos: textosOf(a),
  // A server of an earlier release sends no thresholds.
  umbrales: (a.umbrales ?? []).map(writeUmbral),
})
const decimalesOf = (k: keyof Ajustes) => (k.startsWith('minutos') ? 0 : undefined)
/** NaN if it is blank or no number: `reviewAjustes` rejects it. */
const read = (k: keyof Ajustes, t: Textos) => parseNumero(t[k], decimalesOf(k)) ?? Number.NaN

type Props = { empresa: number; nombre: string; guardados: AjustesEmpresa }

/** The numbers of one company; all are saved together, and nothing before. */
export function FormularioAjustes({ empresa, nombre, guardados }: Props) {
  const [escrito, setEscrito] = useState(() => escritoOf(guardados))
  const { textos, umbrales } = escrito
  /** The numbers of the preview of last week. */
  const [probados, setProbados] = useState<AjustesEmpresa>()
  /** After a change the preview no longer belongs to the numbers in the form. */
  const change = (mas: Partial<Escrito>) => {
    setEscrito({ ...escrito, ...mas })
    setProbados(undefined)
  }
  /** Number of failed attempts to save: after the first one, blank fields are marked as missing. */
  const [fallos, setFallos] = useState(0)
  const raiz = useRef<HTMLFormElement>(null)
  const cliente = useQueryClient()
  const save = useCambio(
    (body: CambioAjustes) => call(api.setAjustes, { params: { id: empresa }, body }),
    () => `Ajustes de ${nombre} guardados`,
    true,
  )
  const leidos = Object.fromEntries(NOMBRES_DE_AJUSTE.map((k) => [k, read(k, textos)])) as Ajustes
  const propios = umbrales.map(readUmbral)
  const errores = reviewAjustes(leidos)
  const reparo = reviewUmbrales(propios)
  // A server of an earlier release sends no thresholds.
  const mismos = isIgual(propios, guardados.umbrales ?? [])
  const cambia = !mismos || NOMBRES_DE_AJUSTE.some((k) => leidos[k] !== guardados[k])
  const valen = !errores.size && !reparo

  const showError = () => setFallos(fallos + 1)
  useEffect(() => {
    if (fallos) raiz.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus()
  }, [fallos])

  function send() {
    if (valen)
      return save.mutate(
        // Fields that the user did not change may have been changed by another user.
        mismos ? leidos : { ...leidos, umbrales: propios },
        {
          onSuccess: (a) => {
            change(escritoOf(a))
            setFallos(0)
            void cliente.invalidateQueries({ queryKey: CLAVE_PLAZOS })
          },
        },
      )
    showError()
  }

  return (
    <Box
      component="form"
      ref={raiz}
      noValidate
      // A focused field scrolls to a place above the button bar, with its error message below it.
      sx={{ '& input': { scrollMarginBlock: { xs: '168px', sm: '112px' } } }}
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
              const habitual =
                read(c.nombre, textos) === inicial ? '' : ` Habitual: ${writeDecimal(inicial)}.`
              return (
                <CampoNumero
                  key={c.nombre}
                  label={c.titulo}
                  valor={textos[c.nombre]}
                  decimales={decimalesOf(c.nombre)}
                  reparo={error}
                  ayuda={c.ayuda + habitual}
                  onChange={(v) => change({ textos: { ...textos, [c.nombre]: v } })}
                  unidad={c.unidad}
                />
              )
            })}
          </Box>
          {g.campos.some((c) => c.nombre === 'gImpactoPicos') && (
            <Umbrales
              empresa={empresa}
              comunes={textos}
              umbrales={umbrales}
              reparo={fallos ? reparo : null}
              onChange={(nuevos) => change({ umbrales: nuevos })}
            />
          )}
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
        <Button type="submit" variant="contained" disabled={!cambia} loading={save.isPending}>
          Guardar
        </Button>
        <Button
          variant="outlined"
          disabled={!cambia}
          onClick={() => (valen ? setProbados({ ...leidos, umbrales: propios }) : showError())}
        >
          Qué habría cambiado
        </Button>
        <Button
          disabled={!cambia}
          onClick={() => {
            change(escritoOf(guardados))
            setFallos(0)
          }}
        >
          Descartar
        </Button>
        <Button sx={{ ml: 'auto' }} onClick={() => change({ textos: textosOf(INICIALES) })}>
          Valores habituales
        </Button>
      </BarraGuardar>
    </Box>
  )
}
