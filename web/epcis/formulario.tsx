import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { AjustesEpcis } from '#contract/epcis/ajustes'
import { reviewDominio, reviewGln, reviewPrefijo, reviewTipo } from '#contract/valores/epcis'
import { useCambio } from '../administracion/use-cambio'
import { call, ErrorLlamada } from '../lib/api/api'
import { api } from '../lib/api/llamadas'
import { parseDecimal, writeDecimal } from '../lib/formato'
import { BarraGuardar } from '../ui/barra-guardar'
import { CampoDia } from '../ui/fecha/campo-dia'
import { Seccion } from '../ui/seccion'
import { Ejemplo } from './ejemplo'
import { Lugares } from './lugares'
import type { Guardado } from './queries'

type Props = { empresa: number; nombre: string; guardado: Guardado }

const DOS = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
  gap: 4,
  alignItems: 'start',
}

/** What is told and by which identifiers: checked as it is typed, and tried on an example before it is kept. */
export function FormularioEpcis({ empresa, nombre, guardado }: Props) {
  const [ajustes, setAjustes] = useState(guardado.ajustes)
  const [umbral, setUmbral] = useState(() => writeDecimal(guardado.ajustes.umbral * 100))
  const [reposo, setReposo] = useState(() => String(guardado.ajustes.minutos_reposo))
  const save = useCambio(
    (body: AjustesEpcis) => call(api.setAjustesEpcis, { params: { id: empresa }, body }),
    () => `EPCIS de ${nombre} guardado`,
    true,
  )
  const campo = save.error instanceof ErrorLlamada ? save.error.campo?.split('.')[0] : undefined
  const said = (cual: string) => (campo === cual ? save.error?.message : undefined)
  const put = (mas: Partial<AjustesEpcis>) => {
    setAjustes({ ...ajustes, ...mas })
    save.reset()
  }
  const { prefijo, dominio, gln } = ajustes
  const errores = {
    prefijo: said('prefijo') ?? (prefijo ? reviewPrefijo(prefijo) : null),
    dominio: said('dominio') ?? (dominio ? reviewDominio(dominio) : null),
    gln: said('gln') ?? (gln ? reviewGln(gln) : null),
  }
  const valid = prefijo && !errores.prefijo ? prefijo : null
  const tipoOf = (familia: string) => ajustes.familias.find((f) => f.familia === familia)?.tipo ?? ''
  const setTipo = (familia: string, tipo: string) =>
    put({
      familias: [
        ...ajustes.familias.filter((f) => f.familia !== familia),
        ...(tipo ? [{ familia, tipo }] : []),
      ],
    })
  const tiposMal = ajustes.familias.some((f) => !valid || reviewTipo(f.tipo, valid) !== null)
  const entero = Number(reposo)
  const completo: AjustesEpcis = {
    ...ajustes,
    umbral: (parseDecimal(umbral) ?? Number.NaN) / 100,
    minutos_reposo: entero,
  }
  const mal = Object.values(errores).some(Boolean) || tiposMal
  const cambia = JSON.stringify(completo) !== JSON.stringify(guardado.ajustes)
  return (
    <Box
      component="form"
      noValidate
      aria-label={`EPCIS de ${nombre}`}
      onSubmit={(e) => {
        e.preventDefault()
        if (!mal) save.mutate(completo)
      }}
      sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}
    >
      <Seccion titulo="Qué se cuenta">
        <FormControlLabel
          control={<Switch checked={ajustes.activo} onChange={(e) => put({ activo: e.target.checked })} />}
          label="Contar lo que ocurre en EPCIS"
          sx={{ mb: 3 }}
        />
        <Box sx={{ ...DOS, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr 1fr' } }}>
          <CampoDia
            etiqueta="Desde el día"
            valor={ajustes.desde}
            onChange={(d) => d && put({ desde: d })}
            {...(said('desde') && { error: said('desde') as string })}
          />
          <TextField
            size="small"
            label="Certeza mínima del lugar (%)"
            value={umbral}
            onChange={(e) => {
              setUmbral(e.target.value)
              save.reset()
            }}
            error={said('umbral') !== undefined}
            helperText={said('umbral') ?? 'De lo que sea menos seguro no se cuenta nada.'}
            slotProps={{ htmlInput: { inputMode: 'decimal' } }}
          />
          <TextField
            size="small"
            label="Reposo (minutos)"
            value={reposo}
            onChange={(e) => {
              setReposo(e.target.value)
              save.reset()
            }}
            error={said('minutos_reposo') !== undefined}
            helperText={said('minutos_reposo') ?? 'Desde cuándo una estancia es almacenaje.'}
            slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          />
        </Box>
      </Seccion>
      <Seccion titulo="Identificadores">
        <Box sx={DOS}>
          <Texto
            label="Prefijo de empresa GS1"
            valor={prefijo}
            error={errores.prefijo}
            ayuda="De 6 a 12 cifras. Sin él, las direcciones son las de Retorna."
            onChange={(v) => put({ prefijo: v })}
          />
          <Texto
            label="Dominio de GS1 Digital Link"
            valor={dominio}
            error={errores.dominio}
            ayuda="https://id.empresa.example. Sin él, los identificadores son EPC URN."
            onChange={(v) => put({ dominio: v })}
          />
          <Texto
            label="GLN de la empresa"
            valor={gln}
            error={errores.gln}
            ayuda="13 cifras. Cada lugar sin GLN propio lo lleva con una extensión."
            onChange={(v) => put({ gln: v })}
          />
        </Box>
        {guardado.familias.length > 0 && (
          <Box
            component="fieldset"
            sx={{
              m: 0,
              mt: 4,
              p: 0,
              border: 0,
              display: 'grid',
              gridTemplateColumns: 'repeat(auto-fill, minmax(152px, 1fr))',
              gap: 3,
            }}
          >
            <Box component="legend" sx={{ p: 0, mb: 2, fontWeight: 550 }}>
              Tipo de activo de cada familia
            </Box>
            {guardado.familias.map((f) => {
              const tipo = tipoOf(f)
              const wrong = !tipo ? null : valid ? reviewTipo(tipo, valid) : 'Falta el prefijo de empresa.'
              return (
                <TextField
                  key={f}
                  size="small"
                  label={`Familia ${f}`}
                  value={tipo}
                  onChange={(e) => setTipo(f, e.target.value.trim())}
                  error={Boolean(wrong)}
                  helperText={wrong ?? (valid && !tipo ? `${12 - valid.length} cifras` : undefined)}
                  slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 6 } }}
                />
              )
            })}
          </Box>
        )}
      </Seccion>
      <Lugares
        opciones={guardado.lugares}
        lugares={ajustes.lugares}
        onChange={(lugares) => put({ lugares })}
      />
      <Ejemplo
        empresa={empresa}
        ajustes={mal ? undefined : { ...completo, umbral: 0, minutos_reposo: 60 }}
        opciones={guardado}
      />
      <BarraGuardar>
        <Button type="submit" variant="contained" loading={save.isPending} disabled={!cambia || mal}>
          Guardar
        </Button>
        <Button
          color="inherit"
          disabled={!cambia}
          onClick={() => {
            setAjustes(guardado.ajustes)
            setUmbral(writeDecimal(guardado.ajustes.umbral * 100))
            setReposo(String(guardado.ajustes.minutos_reposo))
            save.reset()
          }}
        >
          Descartar
        </Button>
        {save.error && !campo && (
          <Box role="alert" sx={{ alignSelf: 'center' }}>
            {save.error.message}
          </Box>
        )}
      </BarraGuardar>
    </Box>
  )
}

type PropsTexto = {
  label: string
  valor: string | null
  error: string | null
  ayuda: string
  onChange: (valor: string | null) => void
}

function Texto({ label, valor, error, ayuda, onChange }: PropsTexto) {
  return (
    <TextField
      size="small"
      label={label}
      value={valor ?? ''}
      onChange={(e) => onChange(e.target.value.trim() || null)}
      error={error !== null}
      helperText={error ?? ayuda}
      slotProps={{ htmlInput: { maxLength: 60, spellCheck: false } }}
    />
  )
}
