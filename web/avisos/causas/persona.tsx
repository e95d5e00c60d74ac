import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Causa } from '#contract/avisos/causas/causas'
import { LARGO_NOTA_CAUSA } from '#contract/avisos/causas/values'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { fechaHora } from '../../lib/formato'
import { useCambia, useSesion } from '../../lib/session/sesion'
import { useZona } from '../../lib/time/zona'
import { Button } from '../../ui/button'
import { useAviso } from '../../ui/feedback/aviso'
import { tono } from '../../ui/theme/tono'
import { CLAVE } from './queries'

/** The person who works on a fault, and their note. */
export function PersonaCausa({ c }: { c: Causa }) {
  const cambia = useCambia()
  const sesion = useSesion()
  const zona = useZona()
  const aviso = useAviso()
  const cliente = useQueryClient()
  const [nota, setNota] = useState(c.nota ?? '')
  const { mutate, isPending, error } = useMutation({
    mutationFn: (mia: boolean) =>
      call(api.takeCausa, { params: { id: c.id }, body: { mia, nota: nota.trim() || null } }),
    onSuccess: async (res) => {
      aviso.exito(res.persona ? 'La avería es tuya' : 'Ya no la mira nadie')
      await cliente.invalidateQueries({ queryKey: CLAVE })
    },
  })
  const mia = c.persona !== null && c.persona.id === sesion?.id
  const save = (e: FormEvent) => {
    e.preventDefault()
    mutate(true)
  }
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Box>
        {c.persona
          ? `${mia ? 'La miras tú' : `La mira ${c.persona.nombre}`}, desde el ${fechaHora(c.persona.desde, zona)}.`
          : 'No la mira nadie.'}
      </Box>
      {cambia ? (
        <Box component="form" onSubmit={save} sx={{ display: 'grid', gap: 2 }}>
          <TextField
            fullWidth
            size="small"
            multiline
            maxRows={4}
            label="Nota"
            value={nota}
            onChange={(e) => setNota(e.target.value)}
            error={Boolean(error)}
            helperText={error?.message}
            slotProps={{ htmlInput: { maxLength: LARGO_NOTA_CAUSA } }}
          />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
            <Button type="submit" variant={mia ? 'outlined' : 'contained'} loading={isPending}>
              {mia ? 'Guardar nota' : 'Lo miro yo'}
            </Button>
            {mia && (
              <Button disabled={isPending} onClick={() => mutate(false)}>
                Dejar de mirarla
              </Button>
            )}
          </Box>
        </Box>
      ) : (
        c.nota && <Box sx={{ color: tono('muted'), overflowWrap: 'anywhere' }}>{c.nota}</Box>
      )}
    </Box>
  )
}
