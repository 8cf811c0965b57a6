import { startServer } from './server.ts';

export default async function start() {
  if (process.env.BOBBIN_URL) return;
  const server = await startServer();
  return () => void server.kill();
}
