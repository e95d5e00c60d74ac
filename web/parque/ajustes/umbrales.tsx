import AddIcon from '@mui/icons-material/AddOutlined'
import CloseIcon from '@mui/icons-material/CloseOutlined'
import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ClaseEtiquetas } from '#contract/parque/ajustes/ajustes'
import {
  cleanFabricante,
  findUmbral,
  MAX_CLASES,
  MAX_UMBRALES,
  type Reparo,
  sortUmbrales,
  type Umbral,
} from '#contract/parque/ajustes/umbrales-values'
import { parseNumero } from '#contract/values/numero'
import { CLAVE } from '../../dominio/administracion/queries'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { entero, writeDecimal } from '../../lib/formato'
import { Button } from '../../ui/button'
import { CampoNumero } from '../../ui/campo-numero'
import { tono } from '../../ui/theme/tono'

/** A threshold as it is typed; blank: any. */
export type TextosUmbral = Record<keyof Umbral, string>

export const writeUmbral = (u: Umbral): TextosUmbral => ({
  familia: u.familia ?? '',
  fabricante: u.fabricante ?? '',
  gImpacto: writeDecimal(u.gImpacto),
  gImpactoPicos: writeDecimal(u.gImpactoPicos),
})
export const readUmbral = (t: TextosUmbral): Umbral => ({
  familia: t.familia.trim() || null,
  fabricante: cleanFabricante(t.fabricante),
  gImpacto: parseNumero(t.gImpacto) ?? Number.NaN,
  gImpactoPicos: parseNumero(t.gImpactoPicos) ?? Number.NaN,
})

const sum = (clases: readonly ClaseEtiquetas[], de: 'contenedores' | 'picos' | 'muestras') =>
  clases.reduce((n, c) => n + c[de], 0)

/** Families and makers for which a threshold can be set, from the existing containers. */
function formatClases(clases: readonly ClaseEtiquetas[]): string {
  const n = sum(clases, 'contenedores')
  if (!n) return 'Ahora no vale para ningún contenedor.'
  const [picos, muestras] = [sum(clases, 'picos'), sum(clases, 'muestras')]
  const partes = [
    picos && `${entero(picos)} con picos`,
    muestras && `${entero(muestras)} con muestras`,
    n > picos + muestras &&
      `${entero(n - picos - muestras)} que no ${n - picos - muestras === 1 ? 'ha' : 'han'} medido aceleración`,
  ].filter(Boolean)
  return `Vale para ${entero(n)} ${n === 1 ? 'contenedor' : 'contenedores'}: ${partes.join(', ')}.`
}

/** The values of one column with their number of containers, the most frequent first. */
function countBy(clases: readonly ClaseEtiquetas[], de: 'familia' | 'fabricante'): Map<string, number> {
  const cuenta = new Map<string, number>()
  for (const c of clases) {
    const clave = c[de]
    if (clave) cuenta.set(clave, (cuenta.get(clave) ?? 0) + c.contenedores)
  }
  return new Map([...cuenta].sort(([, x], [, y]) => y - x))
}

type Eleccion = {
  titulo: string
  valor: string
  ayuda: string | undefined
  cuenta: Map<string, number>
  onChange: (v: string) => void
}

function Eleccion({ titulo, valor, ayuda, cuenta, onChange }: Eleccion) {
  return (
    <Autocomplete
      freeSolo
      forcePopupIcon
      size="small"
      options={[...cuenta.keys()]}
      inputValue={valor}
      onInputChange={(_, v) => onChange(v)}
      // The typed text is the value.
      value={null}
      renderOption={({ key, ...p }, o) => (
        <li key={key} {...p}>
          <Box component="span" sx={{ flex: 1 }}>
            {o}
          </Box>
          <Box component="span" sx={{ color: tono('muted'), fontVariantNumeric: 'tabular-nums' }}>
            {entero(cuenta.get(o) ?? 0)}
          </Box>
        </li>
      )}
      renderInput={(p) => (
        <TextField
          {...p}
          label={titulo}
          placeholder="Cualquiera"
          error={ayuda !== undefined}
          helperText={ayuda}
          slotProps={{
            ...p.slotProps,
            inputLabel: { ...p.slotProps.inputLabel, shrink: true },
            htmlInput: { ...p.slotProps.htmlInput, maxLength: 64 },
          }}
        />
      )}
    />
  )
}

type Props = {
  empresa: number
  /** The two thresholds of the company as typed: the defaults of a new row. */
  comunes: Pick<TextosUmbral, 'gImpacto' | 'gImpactoPicos'>
  umbrales: readonly TextosUmbral[]
  reparo: Reparo | null
  onChange: (umbrales: TextosUmbral[]) => void
}

/** Impact thresholds for families of containers and makers of tags, which replace the company's. */
export function Umbrales({ empresa, comunes, umbrales, reparo, onChange }: Props) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...CLAVE, 'etiquetas', empresa],
    queryFn: ({ signal }) => call(api.listEtiquetas, { params: { id: empresa }, signal }),
  })
  const raiz = useRef<HTMLDivElement>(null)
  /** Element that takes the focus after the next render: the new row, or the add button after a removal. */
  const [foco, setFoco] = useState<'li:last-of-type input' | '[data-otro]'>()
  useEffect(() => {
    if (!foco) return
    raiz.current?.querySelector<HTMLElement>(foco)?.focus()
    setFoco(undefined)
  }, [foco])

  const leidos = umbrales.map(readUmbral)
  const { clases, familias, fabricantes } = useMemo(() => {
    const clases = data ?? []
    return { clases, familias: countBy(clases, 'familia'), fabricantes: countBy(clases, 'fabricante') }
  }, [data])
  const orden = sortUmbrales(leidos)
  const suyas = new Map<Umbral | undefined, ClaseEtiquetas[]>()
  for (const c of clases) {
    const u = findUmbral(orden, c.familia, c.fabricante)
    const mismas = suyas.get(u)
    if (mismas) mismas.push(c)
    else suyas.set(u, [c])
  }
  // If the list of options is incomplete, they cannot be counted.
  const seCuentan = data !== undefined && data.length < MAX_CLASES
  const edit = (i: number, mas: Partial<TextosUmbral>) =>
    onChange(umbrales.map((u, k) => (k === i ? { ...u, ...mas } : u)))

  return (
    <Box ref={raiz} sx={{ mt: 6 }}>
      <Typography component="h2" variant="body1" sx={{ m: 0, fontWeight: 600 }}>
        Umbrales propios
      </Typography>
      <Box component="p" sx={{ m: 0, mt: 1, mb: 2, fontSize: 13, color: tono('muted') }}>
        Para una familia de contenedores, un fabricante de etiquetas (los seis primeros caracteres de su MAC)
        o ambos, en lugar de los dos de arriba. Si a una etiqueta le valen varios, cuenta el más concreto.
      </Box>
      {error && (
        <Alert
          severity="warning"
          variant="outlined"
          sx={{ mb: 2 }}
          action={
            <Button color="inherit" size="small" loading={isFetching} onClick={() => void refetch()}>
              Reintentar
            </Button>
          }
        >
          No se ha podido saber para cuántos contenedores valen: {error.message}
        </Alert>
      )}
      <Box component="ul" aria-label="Umbrales propios" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {umbrales.map((u, i) => {
          const fallo = (campo: keyof Umbral) =>
            reparo?.fila === i && reparo.campo === campo ? reparo.mensaje : undefined
          const leido = leidos[i] as Umbral
          const esNueva = leido.familia === null && leido.fabricante === null
          return (
            <Box
              component="li"
              // biome-ignore lint/suspicious/noArrayIndexKey: one has no number of its own, and they keep their order
              key={i}
              aria-label={`Umbral ${i + 1}`}
              sx={{
                display: 'grid',
                gridTemplateColumns: { xs: '1fr 1fr', md: '1fr 1fr 120px 120px 40px' },
                columnGap: 2,
                rowGap: { xs: 3, md: 1 },
                alignItems: 'start',
                py: 4,
                borderTop: `1px solid ${tono('line')}`,
              }}
            >
              <Eleccion
                titulo="Familia"
                valor={u.familia}
                ayuda={fallo('familia')}
                cuenta={familias}
                onChange={(familia) => edit(i, { familia })}
              />
              <Eleccion
                titulo="Fabricante"
                valor={u.fabricante}
                ayuda={fallo('fabricante')}
                cuenta={fabricantes}
                onChange={(fabricante) => edit(i, { fabricante })}
              />
              {(['gImpacto', 'gImpactoPicos'] as const).map((campo) => (
                <CampoNumero
                  key={campo}
                  size="small"
                  label={campo === 'gImpacto' ? 'Desde' : 'Con picos'}
                  valor={u[campo]}
                  reparo={fallo(campo)}
                  onChange={(v) => edit(i, { [campo]: v })}
                  unidad="g"
                />
              ))}
              <Box
                sx={{
                  gridColumn: { xs: '1 / -1', md: '1 / 5' },
                  gridRow: { xs: 3, md: 2 },
                  pr: { xs: 12, md: 0 },
                  minHeight: { xs: 40, md: 20 },
                  fontSize: 13,
                  color: tono('muted'),
                }}
              >
                {seCuentan && !esNueva && formatClases(suyas.get(leido) ?? [])}
              </Box>
              <IconButton
                aria-label={`Quitar el umbral ${i + 1}`}
                onClick={() => {
                  onChange(umbrales.filter((_, k) => k !== i))
                  setFoco('[data-otro]')
                }}
                sx={{ gridRow: { xs: 3, md: 1 }, gridColumn: { xs: '2', md: '5' }, justifySelf: 'end' }}
              >
                <CloseIcon />
              </IconButton>
            </Box>
          )
        })}
      </Box>
      <Button
        size="small"
        data-otro
        startIcon={<AddIcon />}
        disabled={umbrales.length >= MAX_UMBRALES}
        onClick={() => {
          const { gImpacto, gImpactoPicos } = comunes
          onChange([...umbrales, { familia: '', fabricante: '', gImpacto, gImpactoPicos }])
          setFoco('li:last-of-type input')
        }}
      >
        Añadir un umbral
      </Button>
    </Box>
  )
}
