import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import type { AjustesEpcis } from '#contract/operacion/epcis/ajustes'
import { fechaHora } from '../../lib/formato'
import { useZona } from '../../lib/time/zona'
import { CampoNumero } from '../../ui/campo-numero'
import { CampoDia } from '../../ui/fecha/campo-dia'
import { Seccion } from '../../ui/seccion'

/** Numbers as they are typed. */
export type Numeros = { umbral: string; reposo: string; meses: string }

type Props = {
  ajustes: AjustesEpcis
  numeros: Numeros
  /** Events recorded until then have been deleted; null: none. */
  podado: string | null
  /** Error of the server for a field. */
  errorOf: (campo: string) => string | undefined
  onChange: (mas: Partial<AjustesEpcis>) => void
  onType: (mas: Partial<Numeros>) => void
}

/** Start, minimum certainty and retention of published events. */
export function QueSeCuenta({ ajustes, numeros, podado, errorOf, onChange, onType }: Props) {
  const zona = useZona()
  const campos = [
    {
      cual: 'umbral',
      nombre: 'umbral',
      etiqueta: 'Certeza mínima del lugar (%)',
      ayuda: 'De lo que sea menos seguro no se cuenta nada.',
    },
    {
      cual: 'reposo',
      nombre: 'minutos_reposo',
      etiqueta: 'Reposo (minutos)',
      ayuda: 'Desde cuándo una estancia es almacenaje.',
      decimales: 0,
    },
    {
      cual: 'meses',
      nombre: 'meses',
      etiqueta: 'Se guarda (meses)',
      ayuda: podado
        ? `Lo contado hasta el ${fechaHora(podado, zona)} ya no se guarda.`
        : 'Lo más antiguo se borra cuando ninguna suscripción lo espera.',
      decimales: 0,
    },
  ] as const
  return (
    <Seccion titulo="Qué se cuenta">
      <FormControlLabel
        control={<Switch checked={ajustes.activo} onChange={(e) => onChange({ activo: e.target.checked })} />}
        label="Contar lo que ocurre en EPCIS"
        sx={{ mb: 3 }}
      />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
          gap: 4,
          alignItems: 'start',
        }}
      >
        <CampoDia
          etiqueta="Desde el día"
          valor={ajustes.desde}
          onChange={(d) => d && onChange({ desde: d })}
          {...(errorOf('desde') && { error: errorOf('desde') as string })}
        />
        {campos.map(({ cual, nombre, etiqueta, ayuda, ...n }) => (
          <CampoNumero
            key={cual}
            size="small"
            label={etiqueta}
            valor={numeros[cual]}
            onChange={(v) => onType({ [cual]: v })}
            reparo={errorOf(nombre) ?? (numeros[cual].trim() === '' ? 'Falta el número.' : null)}
            ayuda={ayuda}
            {...n}
          />
        ))}
      </Box>
    </Seccion>
  )
}
