import { z } from 'zod'
import {
  Aviso,
  Entrega,
  PreferenciasAviso,
  Prueba as PruebaAviso,
  Suscripcion,
  Webhook,
} from './avisos/avisos/avisos'
import { Causa, EvidenciaCausa } from './avisos/causas/causas'
import { ErrorApi, SinContenido } from './comunes'
import { InformeAlbaranes } from './cuentas/custodia/albaranes'
import {
  Dicho,
  FilaDiferencia,
  FilaEnCuenta,
  FilaExtracto,
  Oido,
  PruebaDada,
  Saldo,
} from './cuentas/custodia/custodia'
import { FilaDisputa } from './cuentas/custodia/disputas'
import { DatosTercero, ExtractoMensual, Tercero } from './cuentas/custodia/terceros'
import { FilaMerma } from './cuentas/perdidas/merma'
import {
  Precio,
  Quien as QuienBusca,
  Resultados as ResultadosAsientos,
  Vuelve,
} from './cuentas/perdidas/perdidas'
import { InformePrecios } from './cuentas/perdidas/precios'
import { FilaPila, ModeloPila } from './cuentas/pilas/pilas'
import { AjusteRecuentos } from './cuentas/recuentos/ajuste'
import { AlLibro, FrenteAlLibro } from './cuentas/recuentos/libro'
import { Cifras as CifrasRecuento, Linea as LineaRecuento, Recuento } from './cuentas/recuentos/recuentos'
import { Ciclo, Ciclos, Etapa } from './flujo/ciclos/ciclos'
import { FilaCiclo } from './flujo/ciclos/cuadro'
import { SeriePrevista } from './flujo/prevision/prevision'
import { ErrorCelda } from './importar'
import { Transicion } from './oir/contenedores/transiciones'
import { Evento } from './oir/eventos/eventos'
import { Incidencia, Lote as LoteIncidencias } from './oir/incidencias/incidencias'
import { Modelos, Paseo, Resumen as ResumenCalibracion } from './oir/lecturas/calibracion'
import { Recibo } from './oir/lecturas/lecturas'
import {
  Datos as AjustesEpcis,
  AjustesQueCasan as CambioAjustesEpcis,
  LugarEpcis,
  SuscripcionEpcis,
} from './operacion/epcis/ajustes'
import { Coleccion as ColeccionEpcis } from './operacion/epcis/epcis'
import { InstalacionSalud, PlantaSalud } from './operacion/salud/salud'
import { AjustesEmpresa, CambioAjustes, Plazos, Umbral } from './parque/ajustes/ajustes'
import { Calendario, Calendarios } from './parque/calendario/calendario'
import { AltaDispositivo, Celda, Dispositivo, InformeDispositivos } from './parque/dispositivos/dispositivos'
import {
  DispositivoAntiguo,
  Hecho as DispositivoCambiado,
  Eliminado,
  ResultadoId,
  ResultadoMac,
} from './parque/dispositivos/inventario'
import { Estancia } from './parque/estancias/estancias'
import { Lector } from './parque/lectores/lectores'
import { FilaLt, InformeLt } from './parque/logistica/logistica'
import { FilaEstado, InformeUbicaciones, Plano, Ubicacion } from './parque/ubicaciones/ubicaciones'
import { Empresa, UsuarioSesion } from './personas/acceso/sesion'
import { Anotacion } from './personas/auditoria/auditoria'
import { ClaveApi } from './personas/claves-api/claves-api'
import { EstadoCorreo } from './personas/correo/correo'
import { Creada as CarpetaOManual, Pasaje } from './personas/manuales/manuales'
import { SesionAbierta } from './personas/usuarios/perfil'
import { Seguridad, Usuario } from './personas/usuarios/usuarios'
import { Puntuacion } from './relics/juego'
import { ColumnaGrafico } from './resumen/graficos/graficos'
import { Cifra, Contado, Linea as LineaHoy, Semana } from './resumen/hoy/hoy'
import { Vista } from './resumen/vistas/vistas'

/**
 * Schemas that OpenAPI names, so that a generated client has one type for each: a name here is a promise to those clients. A test holds that
 * what several calls share is among them.
 */
const NAMED = {
  ErrorApi,
  SinContenido,
  ErrorCelda,
  Puntuacion,
  Pasaje,
  CarpetaOManual,
  InstalacionSalud,
  PlantaSalud,
  Aviso,
  Entrega,
  PreferenciasAviso,
  PruebaAviso,
  Suscripcion,
  Webhook,
  EstadoCorreo,
  Vista,
  Calendario,
  Calendarios,
  Ciclo,
  Ciclos,
  Etapa,
  FilaCiclo,
  SeriePrevista,
  InformeAlbaranes,
  Dicho,
  FilaDiferencia,
  FilaEnCuenta,
  FilaExtracto,
  Oido,
  PruebaDada,
  Saldo,
  AltaDispositivo,
  Celda,
  Dispositivo,
  InformeDispositivos,
  FilaDisputa,
  Estancia,
  DispositivoAntiguo,
  Eliminado,
  DispositivoCambiado,
  ResultadoId,
  ResultadoMac,
  Lector,
  FilaLt,
  InformeLt,
  FilaMerma,
  Precio,
  QuienBusca,
  ResultadosAsientos,
  Vuelve,
  FilaPila,
  ModeloPila,
  InformePrecios,
  AjusteRecuentos,
  AlLibro,
  FrenteAlLibro,
  CifrasRecuento,
  LineaRecuento,
  Recuento,
  DatosTercero,
  ExtractoMensual,
  Tercero,
  Transicion,
  FilaEstado,
  InformeUbicaciones,
  Plano,
  Ubicacion,
  AjustesEpcis,
  CambioAjustesEpcis,
  LugarEpcis,
  SuscripcionEpcis,
  ColeccionEpcis,
  Causa,
  EvidenciaCausa,
  Evento,
  ColumnaGrafico,
  Cifra,
  Contado,
  LineaHoy,
  Semana,
  Incidencia,
  LoteIncidencias,
  Modelos,
  Paseo,
  ResumenCalibracion,
  Recibo,
  AjustesEmpresa,
  CambioAjustes,
  Plazos,
  Umbral,
  Anotacion,
  ClaveApi,
  SesionAbierta,
  Empresa,
  UsuarioSesion,
  Seguridad,
  Usuario,
}

export const NAMES = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(NAMED)) NAMES.add(schema, { id })
