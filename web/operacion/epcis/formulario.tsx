import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { AjustesEpcis } from '#contract/operacion/epcis/ajustes'
import {
  MESES_EPCIS,
  reviewDominio,
  reviewGln,
  reviewPrefijo,
  reviewTipo,
} from '#contract/operacion/epcis/values'
import { parseNumero } from '#contract/values/numero'
import { useCambio } from '../../dominio/administracion/use-cambio'
import { call, ErrorLlamada } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { writeDecimal } from '../../lib/formato'
import { BarraGuardar } from '../../ui/barra-guardar'
import { Button } from '../../ui/button'
import { Seccion } from '../../ui/seccion'
import { Ejemplo } from './ejemplo'
import { Lugares } from './lugares'
import { type Numeros, QueSeCuenta } from './que-se-cuenta'
import type { Guardado } from './queries'

type Props = { empresa: number; nombre: string; guardado: Guardado }

const DOS = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
  gap: 4,
  alignItems: 'start',
}

const numerosOf = (a: AjustesEpcis): Numeros => ({
  umbral: writeDecimal(a.umbral * 100),
  reposo: writeDecimal(a.minutos_reposo),
  meses: writeDecimal(a.meses ?? MESES_EPCIS.inicial),
})

/** What is published and with which identifiers: validated while the user types, and previewed with an example before it is saved. */
export function FormularioEpcis({ empresa, nombre, guardado }: Props) {
  const [ajustes, setAjustes] = useState(guardado.ajustes)
  const [numeros, setNumeros] = useState(() => numerosOf(guardado.ajustes))
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
  const completo: AjustesEpcis = {
    ...ajustes,
    umbral: (parseNumero(numeros.umbral) ?? Number.NaN) / 100,
    minutos_reposo: parseNumero(numeros.reposo, 0) ?? Number.NaN,
    meses: parseNumero(numeros.meses, 0) ?? Number.NaN,
  }
  const sinNumero = [completo.umbral, completo.minutos_reposo, completo.meses].some(Number.isNaN)
  const mal = Object.values(errores).some(Boolean) || tiposMal || sinNumero
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
      <QueSeCuenta
        ajustes={ajustes}
        numeros={numeros}
        podado={guardado.podado}
        errorOf={said}
        onChange={put}
        onType={(mas) => {
          setNumeros({ ...numeros, ...mas })
          save.reset()
        }}
      />
      <Seccion titulo="Identificadores">
        {guardado.eventos > 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ mb: 4 }}>
            Lo que ya se contó conserva sus identificadores. Otro prefijo, dominio o tipo de activo vale para
            lo que se cuente desde ahora: quien lo recibe no sabe que es el mismo contenedor.
          </Typography>
        )}
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
        ajustes={mal ? undefined : { ...completo, umbral: 0, minutos_reposo: 60, meses: undefined }}
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
            setNumeros(numerosOf(guardado.ajustes))
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
