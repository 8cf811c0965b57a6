import { Server } from './server.ts';

export default async function start() {
  if (process.env.BOBBIN_URL) return;
  const server = new Server(process.env.BOBBIN_E2E_PORT);
  await server.start();
  return () => server.end();
}
