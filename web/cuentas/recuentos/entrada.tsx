import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, type RefObject, Suspense, useCallback, useRef, useState } from 'react'
import { MAX_LARGO_CODIGO, type ModoEscaneo } from '#contract/cuentas/recuentos/values'
import { CampoEscaner } from '../../dominio/escaner/campo-escaner'
import { useCodigo } from '../../dominio/escaner/use-codigo'
import { planoQuery } from '../../dominio/plano/query'
import { LETRA_MONO } from '../../ui/theme/tokens'

const Escaner = lazy(() => import('../../dominio/escaner/escaner').then((m) => ({ default: m.Escaner })))

/** The camera reads a label again and again: it counts as one scan until the label was away for this long. */
const MISMO_MS = 3_000

type Props = {
  empresa: number
  /** In a count of a family the user also chooses the place. */
  familia: boolean
  donde: string | null
  onDonde: (lugar: string | null) => void
  onScan: (codigo: string, modo: ModoEscaneo) => Promise<void>
  /** The result of the last scan, below the camera picture. */
  ultimo: (video: RefObject<HTMLVideoElement | null>) => ReactNode
}

/** Input of codes: typed, from a keyboard-wedge scanner, or by the camera, one after another. */
export function Entrada({ empresa, familia, donde, onDonde, onScan, ultimo }: Props) {
  const { inputRef, onSubmit } = useCodigo((texto) => void onScan(texto, 'escrito'))
  const [camara, setCamara] = useState(false)
  const visto = useRef({ codigo: '', cuando: 0 })
  const plano = useQuery({ ...planoQuery(empresa), enabled: familia }).data
  const onCodigo = useCallback(
    (texto: string) => {
      const { codigo: anterior, cuando } = visto.current
      const now = Date.now()
      visto.current = { codigo: texto, cuando: now }
      if (texto !== anterior || now - cuando > MISMO_MS) void onScan(texto, 'camara')
    },
    [onScan],
  )
  return (
    <Box component="form" aria-label="Escanear" onSubmit={onSubmit} sx={{ display: 'grid', gap: 3 }}>
      {familia && (
        <TextField
          select
          label="Estoy en"
          value={donde ?? ''}
          onChange={(e) => onDonde(e.target.value || null)}
          helperText="Sin elegir, solo se apunta que está."
        >
          <MenuItem value="">No lo digo</MenuItem>
          {plano?.data.map((u) => (
            <MenuItem key={u.id} value={u.nombre}>
              {u.nombre}
            </MenuItem>
          ))}
        </TextField>
      )}
      <CampoEscaner nombre="Escanear con la cámara" onClick={() => setCamara(true)}>
        <TextField
          fullWidth
          label="Código"
          inputRef={inputRef}
          slotProps={{
            inputLabel: { shrink: true },
            htmlInput: {
              maxLength: MAX_LARGO_CODIGO,
              autoComplete: 'off',
              autoCapitalize: 'none',
              enterKeyHint: 'send',
              style: { fontFamily: LETRA_MONO },
            },
            input: {
              endAdornment: <Button type="submit">Apuntar</Button>,
            },
          }}
        />
      </CampoEscaner>
      {camara && (
        <Suspense>
          <Escaner
            abierto
            titulo="Contar con la cámara"
            onCodigo={onCodigo}
            onClose={() => setCamara(false)}
            pie={ultimo}
            cierre="Terminar"
          />
        </Suspense>
      )}
    </Box>
  )
}
