// The connection: one query at a time; a new one ends the one before.

const talk = { socket: null, id: 0, onAnswer: null, wait: 500 };

// `report` is told whether there is a connection.
function connect(report) {
  const token = sessionStorage.getItem('token');
  const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;
  const socket = new WebSocket(address, token ? ['emilia', `token.${token}`] : ['emilia']);
  let wasOpen = false;
  socket.onopen = () => { [wasOpen, talk.socket, talk.wait] = [true, socket, 500]; report(true, wasOpen); };
  socket.onclose = () => {
    talk.socket = null;
    report(false, wasOpen);
    if (wasOpen || !DATA.needsToken) setTimeout(() => connect(report), talk.wait = Math.min(2 * talk.wait, 15000));
  };
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(data);
    if (answer.id === String(talk.id) && talk.onAnswer) talk.onAnswer(answer);
  };
}

// Asks about the position after these moves; `onAnswer` gets the answers during the search and the last one.
function ask(query, onAnswer) {
  forget();
  if (!talk.socket) return;
  talk.id += 1;
  talk.onAnswer = onAnswer;
  talk.socket.send(JSON.stringify({ id: String(talk.id), reportDuringSearchEvery: 0.2, ...query }));
}

// Ends the query that runs.
function forget() {
  if (talk.onAnswer && talk.socket) talk.socket.send(JSON.stringify({ id: 't', action: 'terminate', terminateId: String(talk.id) }));
  talk.onAnswer = null;
}
