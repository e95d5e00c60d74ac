import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { CuadroCiclo, EtapaCuadro } from '#contract/flujo/ciclos/cuadro'
import { type Meta, reviewMeta } from '#contract/flujo/ciclos/cuadro-values'
import { parseNumero } from '#contract/values/numero'
import { call, ErrorLlamada } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { writeDecimal } from '../../lib/formato'
import { useAdministra } from '../../lib/session/sesion'
import { BarraGuardar } from '../../ui/barra-guardar'
import { Button } from '../../ui/button'
import { CampoNumero } from '../../ui/campo-numero'
import { useAviso } from '../../ui/feedback/aviso'
import { tono } from '../../ui/theme/tono'
import { CLAVE } from './queries'

const CAMPOS: { campo: keyof Meta; titulo: string; decimales?: number }[] = [
  { campo: 'plazo_h', titulo: 'Plazo (h)' },
  { campo: 'minimo', titulo: 'Mínimo', decimales: 0 },
  { campo: 'objetivo', titulo: 'Objetivo', decimales: 0 },
  { campo: 'maximo', titulo: 'Máximo', decimales: 0 },
]
/** The values as they are typed. */
type Escrito = Record<keyof Meta, string>

const writeNumero = (n: number | null) => (n === null ? '' : writeDecimal(n))
const write = (m: Meta): Escrito => ({
  plazo_h: writeNumero(m.plazo_h),
  minimo: writeNumero(m.minimo),
  objetivo: writeNumero(m.objetivo),
  maximo: writeNumero(m.maximo),
})
/** NaN where it is no number. */
const read = (e: Escrito): Meta => ({
  plazo_h: parseNumero(e.plazo_h),
  minimo: parseNumero(e.minimo, 0),
  objetivo: parseNumero(e.objetivo, 0),
  maximo: parseNumero(e.maximo, 0),
})

function reviewEscrito(nombre: string, m: Meta): string | null {
  const puestos = Object.values(m).filter((v) => v !== null)
  if (puestos.some(Number.isNaN)) return `En ${nombre} hay algo que no es un número o no está claro.`
  if (puestos.some((v) => v < 0)) return `En ${nombre} hay un número negativo.`
  if (m.plazo_h === 0) return `En ${nombre}, el plazo debe ser mayor que 0.`
  const reparo = reviewMeta(m)
  return reparo && `En ${nombre}: ${reparo.charAt(0).toLocaleLowerCase('es')}${reparo.slice(1)}`
}

type PropsFila = {
  e: EtapaCuadro
  deFamilia: boolean
  escrito: Escrito
  cambia: boolean
  onChange: (escrito: Escrito) => void
}

function FilaMeta({ e, deFamilia, escrito, cambia, onChange }: PropsFila) {
  const propuesta = write(e.propuesta)
  const general = write(e.general)
  const hay = Object.values(e.propuesta).some((v) => v !== null)
  return (
    <Box
      component="fieldset"
      aria-label={e.nombre}
      sx={{
        m: 0,
        p: 0,
        pt: 4,
        pb: 2,
        border: 0,
        borderTop: `1px solid ${tono('line')}`,
        minWidth: 0,
        display: 'grid',
        gap: 3,
        alignItems: 'start',
        gridTemplateColumns: {
          xs: 'repeat(2, minmax(0, 1fr))',
          md: '150px repeat(4, minmax(0, 112px)) auto',
        },
      }}
    >
      <Box sx={{ fontWeight: 600, gridColumn: { xs: '1 / -1', md: 'auto' }, pt: { md: 2 } }}>{e.nombre}</Box>
      {CAMPOS.map(({ campo, ...n }) => {
        const alzada = deFamilia && campo === 'plazo_h' && general[campo] !== ''
        return (
          <CampoNumero
            key={campo}
            size="small"
            label={n.titulo}
            {...(n.decimales !== undefined && { decimales: n.decimales })}
            valor={escrito[campo]}
            disabled={!cambia}
            onChange={(v) => onChange({ ...escrito, [campo]: v })}
            {...(alzada && { placeholder: general[campo], alzada })}
            ayuda={propuesta[campo] ? `Propuesto: ${propuesta[campo]}` : ' '}
          />
        )
      })}
      {cambia && (
        <Button
          disabled={!hay}
          onClick={() => onChange(propuesta)}
          sx={{ justifySelf: 'start', gridColumn: { xs: '1 / -1', md: 'auto' } }}
        >
          Usar lo propuesto
        </Button>
      )}
    </Box>
  )
}

const metasOf = (c: CuadroCiclo) => new Map(c.etapas.map((e) => [e.id, write(e.meta)]))
const costeOf = (c: CuadroCiclo) => writeNumero(c.euros_dia)

type Props = { ciclo: CuadroCiclo; familia: string | undefined }

/** The targets of each stage, for one family or for all families without their own. Nothing is sent before Guardar. */
export function Metas({ ciclo, familia }: Props) {
  const cambia = useAdministra()
  const cliente = useQueryClient()
  const aviso = useAviso()
  /** Compared with the values when the form was opened: later changes are by other users. */
  const [version, setVersion] = useState(ciclo.version)
  const [escritas, setEscritas] = useState(() => metasOf(ciclo))
  const [coste, setCoste] = useState(costeOf(ciclo))
  const [reparo, setReparo] = useState<string>()
  const save = useMutation({
    mutationFn: (etapas: (Meta & { etapa: number })[]) =>
      call(api.setMetas, {
        body: { version, ciclo: ciclo.id, familia: familia ?? '', etapas, euros_dia: parseNumero(coste, 2) },
      }),
    onSuccess: (r) => {
      setVersion(r.version)
      aviso.exito('Metas guardadas')
    },
    onSettled: () => cliente.invalidateQueries({ queryKey: CLAVE }),
  })
  const conflicto = save.error instanceof ErrorLlamada && save.error.code === 'metas_cambiadas'
  const onReload = () => {
    setVersion(ciclo.version)
    setEscritas(metasOf(ciclo))
    setCoste(costeOf(ciclo))
    save.reset()
  }
  const onSave = (x: FormEvent) => {
    x.preventDefault()
    const etapas = ciclo.etapas.map((e) => ({ e, m: read(escritas.get(e.id) ?? write(e.meta)) }))
    const euros = parseNumero(coste, 2)
    const malo =
      etapas.map(({ e, m }) => reviewEscrito(e.nombre, m)).find((r) => r !== null) ??
      (euros !== null && !(euros > 0) ? 'El coste debe ser un número mayor que 0.' : null)
    setReparo(malo ?? undefined)
    if (!malo) save.mutate(etapas.map(({ e, m }) => ({ etapa: e.id, ...m })))
  }
  return (
    <Box
      component="form"
      noValidate
      onSubmit={onSave}
      sx={{
        maxWidth: 960,
        px: 4,
        pt: 4,
        bgcolor: tono('paper'),
        border: `1px solid ${tono('line')}`,
        borderRadius: 2,
      }}
    >
      <Typography variant="body2" color="textSecondary" sx={{ mb: 4, maxWidth: 760 }}>
        {familia
          ? `Metas de la familia ${familia}. Sin plazo propio vale el de todas; mínimo, objetivo y máximo son solo los suyos.`
          : 'Metas de cada etapa entera: cuántos contenedores debe haber en ella entre todas las familias, y el plazo de las que no tengan el suyo. Elige una familia arriba para poner las de ella.'}{' '}
        El plazo son horas abiertas: por encima, un contenedor está atascado. Lo propuesto sale de las últimas
        ocho semanas.
      </Typography>
      {ciclo.etapas.map((e) => (
        <FilaMeta
          key={e.id}
          e={e}
          deFamilia={familia !== undefined}
          cambia={cambia}
          escrito={escritas.get(e.id) ?? write(e.meta)}
          onChange={(escrito) => setEscritas(new Map(escritas).set(e.id, escrito))}
        />
      ))}
      <Box sx={{ borderTop: `1px solid ${tono('line')}`, pt: 4, pb: 4 }}>
        <CampoNumero
          size="small"
          label="Coste de un contenedor parado (€ al día)"
          valor={coste}
          decimales={2}
          disabled={!cambia}
          onChange={setCoste}
          ayuda="Ordena los atascados por lo que cuestan. Vacío: por las horas que llevan de más."
          sx={{ width: '100%', maxWidth: 420 }}
        />
      </Box>
      {(reparo || save.error) && (
        <Alert
          severity="error"
          variant="outlined"
          sx={{ mb: 4 }}
          {...(!reparo &&
            conflicto && {
              action: (
                <Button color="inherit" size="small" onClick={onReload}>
                  Recargar
                </Button>
              ),
            })}
        >
          {reparo ?? save.error?.message}
        </Alert>
      )}
      {cambia ? (
        <BarraGuardar>
          <Button type="submit" variant="contained" loading={save.isPending}>
            Guardar
          </Button>
          <Button
            onClick={() => {
              setEscritas(new Map(ciclo.etapas.map((e) => [e.id, write(e.propuesta)])))
            }}
          >
            Usar todo lo propuesto
          </Button>
        </BarraGuardar>
      ) : (
        <Typography variant="body2" color="textSecondary">
          Las pone quien administra la empresa.
        </Typography>
      )}
    </Box>
  )
}
