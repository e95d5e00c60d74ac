import CheckIcon from '@mui/icons-material/CheckCircleOutlined'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import { useQuery } from '@tanstack/react-query'
import type { Lector } from '#contract/parque/lectores/lectores'
import { QUE_HACER_RELOJ } from '#contract/parque/lectores/reloj-values'
import { EnlaceBoton } from '../../../barra/enlaces'
import { desfase } from '../../../dominio/desfase'
import { haceCuanto } from '../../../lib/formato'
import { useAhora } from '../../../lib/time/ahora'
import { tinte, tono } from '../../../ui/theme/tono'
import { vistosQuery } from '../queries'

const dispositivos = (n: number) => `${n.toLocaleString('es')} ${n === 1 ? 'dispositivo' : 'dispositivos'}`

const CADA_MS = 3_000

/** The unregistered tags that it hears, with a link to them as the next step. */
function SinRegistrar({ lector: { Apodo, mac, empresa } }: { lector: Lector }) {
  const nombre = Apodo ?? mac
  const { data = [] } = useQuery({ ...vistosQuery(empresa, 'etiquetas'), refetchInterval: CADA_MS })
  const n = data.filter((v) => v.ApodoLector === nombre).length
  if (n === 0) return null
  return (
    <EnlaceBoton
      to="/admin/usuarios"
      search={{ pestana: 'lectores', vista: 'vistos', buscar: nombre }}
      size="small"
      variant="contained"
      sx={{ mt: 2 }}
    >
      Registrar lo que oye ({n.toLocaleString('es')})
    </EnlaceBoton>
  )
}

/** Whether the reader has been heard, and its last message; polled while the sheet is open. */
export function Escucha({ lector }: { lector: Lector }) {
  const ahora = useAhora()
  const { UltimoRegistro: oido, rechazo, desfase_s, reloj } = lector
  const cuando = oido && haceCuanto(oido, Math.max(ahora, Date.parse(oido)))
  const hacer = reloj && QUE_HACER_RELOJ[reloj]
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        gap: 3,
        alignItems: 'flex-start',
        p: 3,
        borderRadius: 2,
        fontSize: 13,
        bgcolor: tinte(rechazo ? 'amber' : oido ? 'verde' : 'azul', 8),
      }}
    >
      {oido ? <CheckIcon sx={{ color: tono('verde') }} /> : <CircularProgress size={20} aria-hidden />}
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ fontWeight: 600 }}>{oido ? `Oído ${cuando}` : 'Esperando el primer mensaje…'}</Box>
        {oido ? (
          <>
            Oye ahora {dispositivos(lector.oidos)}
            {lector.mensajes_minuto !== null &&
              ` · ${lector.mensajes_minuto.toLocaleString('es', { maximumFractionDigits: 1 })} mensajes por minuto`}
            {desfase_s !== null && (
              <Box sx={hacer ? { color: tono('amber'), fontWeight: 550 } : {}}>
                Reloj del lector: {desfase(desfase_s)}
                {hacer && `. ${hacer}`}
              </Box>
            )}
          </>
        ) : (
          <Box sx={{ color: tono('muted') }}>
            En cuanto el lector mande algo, aquí se ve. Puedes cerrar esta hoja y volver.
          </Box>
        )}
        <SinRegistrar lector={lector} />
        {rechazo && <Box sx={{ mt: 1, color: tono('amber'), fontWeight: 550 }}>{rechazo.detalle}</Box>}
      </Box>
    </Box>
  )
}
