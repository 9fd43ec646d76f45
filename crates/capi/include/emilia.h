/**
 * Emilia, an Othello (Reversi) engine: games, searches, proofs and the opening book.
 *
 * Memory. What a function gives "to be freed by" another one belongs to the caller; those functions take NULL, too. Other texts and
 * structs belong to what they came from, and the description says how long they are valid. All text is UTF-8 that ends with a NUL.
 *
 * Errors. A function fails with a status, NULL or the value that its description names. emilia_last_status() and emilia_last_error()
 * then tell why, for each thread by itself. NULL where a pointer is needed and text that is not UTF-8 are errors, no crashes.
 *
 * Threads. Engines, stops and books may be used by all threads at the same time. Of a game, all threads may read at the same time; one
 * that plays, takes back or frees must be alone. Nothing may be used while or after it is freed, but for what emilia_engine_free says.
 *
 * A search with one thread runs on the thread of the caller and needs up to 512 KiB of its stack.
 *
 * This file is made of crates/capi/src by cbindgen.
 */

#ifndef EMILIA_H
#define EMILIA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * How a call ended.
 */
typedef enum {
  /**
   * It did what was asked.
   */
  EMILIA_STATUS_OK,
  /**
   * A pointer is NULL where one is needed.
   */
  EMILIA_STATUS_NULL,
  /**
   * An argument is not valid: text that is not UTF-8, not a game or not rules; a number outside its range.
   */
  EMILIA_STATUS_INVALID,
  /**
   * The rules forbid a move, or there is no move to take back.
   */
  EMILIA_STATUS_ILLEGAL,
  /**
   * The engine is searching, in another thread or around the callback that makes this call.
   */
  EMILIA_STATUS_BUSY,
  /**
   * A file of a book cannot be opened or read.
   */
  EMILIA_STATUS_BOOK,
  /**
   * A fault in the library. What was searched with stays usable.
   */
  EMILIA_STATUS_PANIC,
} emilia_status;

/**
 * A player.
 */
typedef enum {
  /**
   * Neither.
   */
  EMILIA_SIDE_NOBODY,
  /**
   * Black, `X`, who moves first in Othello.
   */
  EMILIA_SIDE_BLACK,
  /**
   * White, `O`.
   */
  EMILIA_SIDE_WHITE,
} emilia_side;

/**
 * What is known of a score.
 */
typedef enum {
  /**
   * Nothing: there is no score.
   */
  EMILIA_CERTAINTY_UNKNOWN,
  /**
   * The result of a search that looked some plies ahead.
   */
  EMILIA_CERTAINTY_ESTIMATE,
  /**
   * The proved result of perfect play.
   */
  EMILIA_CERTAINTY_EXACT,
  /**
   * Proved: perfect play gets at least this score.
   */
  EMILIA_CERTAINTY_AT_LEAST,
  /**
   * Proved: perfect play gets at most this score.
   */
  EMILIA_CERTAINTY_AT_MOST,
} emilia_certainty;

/**
 * An opening book, to look up. Several threads may use one at the same time.
 */
typedef struct emilia_book emilia_book;

/**
 * An engine, with a table that keeps results from search to search. It does one thing at a time, for any game: a call that comes
 * meanwhile fails with EMILIA_STATUS_BUSY. All threads may call it.
 */
typedef struct emilia_engine emilia_engine;

/**
 * A game: its rules and its moves. Several threads may read one game at the same time; nothing else may use it while it is changed.
 */
typedef struct emilia_game emilia_game;

/**
 * A request to stop searches, once and for all. All threads may use it.
 */
typedef struct emilia_stop emilia_stop;

/**
 * A score with its certainty.
 */
typedef struct {
  /**
   * In discs for the side to move, by the goal of the rules, in steps of 1/128.
   */
  double score;
  /**
   * What is known of it.
   */
  emilia_certainty certainty;
  /**
   * Of an estimate the plies searched, 0 for the static evaluation; else 0.
   */
  int depth;
  /**
   * Of an estimate the confidence of its forward pruning in percent, 1 to 100; else 0.
   */
  int percent;
} emilia_value;

/**
 * A line of play.
 */
typedef struct {
  /**
   * The value of its first move for the side to move; of the only line, that of the position.
   */
  emilia_value value;
  /**
   * Its first move: `f5` or `pass`; empty if the game is over.
   */
  const char *move;
  /**
   * The expected moves with blanks between them, that one first.
   */
  const char *moves;
  /**
   * All this for people: `+0.34 (12@73%) f5 d6 c3` or `+18.00 (exact) g8 h8`.
   */
  const char *text;
} emilia_line;

/**
 * The result of a search. Its lines and texts belong to it.
 */
typedef struct {
  /**
   * The value of the position for its side to move.
   */
  emilia_value value;
  /**
   * The line with the best move.
   */
  const emilia_line *best;
  /**
   * The lines, best first.
   */
  const emilia_line *lines;
  /**
   * Their number, 1 or more.
   */
  size_t line_count;
  /**
   * Nodes visited, by all threads.
   */
  uint64_t nodes;
  /**
   * The time of the search.
   */
  double seconds;
} emilia_analysis;

/**
 * The options of an engine. Set the others to 0.
 */
typedef struct {
  /**
   * The size of the transposition table in MiB, up to 1048576; 0 for 64. The first search allocates it.
   */
  uint32_t hash;
  /**
   * The threads that search, up to 256; 0 for 1, which is the thread of the caller.
   */
  uint32_t threads;
} emilia_options;

/**
 * What ends a search: the first limit that is reached. Set the others to 0. If all of them are 0, the level is 21.
 */
typedef struct {
  /**
   * A playing strength, 1 to 60: the plies searched in the midgame; endings are solved from more empty squares.
   */
  uint32_t level;
  /**
   * The plies to search, without a level.
   */
  uint32_t depth;
  /**
   * If not 0, the exact score is proved, without a level and a depth.
   */
  int exact;
  /**
   * The number of moves to score, best first; 0 counts as 1. With 1 only the best move gets a score.
   */
  uint32_t lines;
  /**
   * Nodes. The search exceeds them by a few thousand at most. Without level, depth and exact it goes as deep as they allow.
   */
  uint64_t nodes;
  /**
   * Time in milliseconds. Without level, depth and exact the search goes as deep as it allows.
   */
  uint64_t milliseconds;
} emilia_limits;

/**
 * Gets the result of each finished iteration, and the pointer that was given with it. The analysis is valid during the call. 0 ends the
 * search, which then has this result or a better one; it also requests the stop that the search was given. With one thread it is called
 * from the thread of the search, else from any, but never twice at the same time. It may use other engines and any game. It must not
 * throw a C++ exception and not leave by longjmp.
 */
typedef int (*emilia_callback)(const emilia_analysis *analysis, void *user);

/**
 * A move to a position of the book.
 */
typedef struct {
  /**
   * The move: `f5`.
   */
  const char *move;
  /**
   * Its value for the side that makes it.
   */
  emilia_value value;
  /**
   * The games of the book that continued with it.
   */
  uint64_t games;
} emilia_book_move;

/**
 * What a book has of a position. Values and moves are those of the side to move, or of the other side if that one must pass. Its moves
 * and texts belong to it.
 */
typedef struct {
  /**
   * The value of the position.
   */
  emilia_value value;
  /**
   * The best move, to a position of the book or not; empty if it is not known.
   */
  const char *best;
  /**
   * The moves to positions of the book, best first, those of unknown value last.
   */
  const emilia_book_move *moves;
  /**
   * Their number.
   */
  size_t move_count;
  /**
   * The games of the book that had the position.
   */
  uint64_t games;
} emilia_book_entry;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * How the last call of this thread ended. The functions that free, `emilia_version`, `emilia_stop_request` and the two that ask for it
 * leave it as it is.
 */
emilia_status emilia_last_status(void);

/**
 * Why the last call of this thread failed, for a person; empty if it did not. Valid until the next call of this thread.
 */
const char *emilia_last_error(void);

/**
 * The version of the library: `0.2.0`.
 */
const char *emilia_version(void);

/**
 * The start of a game by these rules, such as `6x6` or `8x8 goal=fewest`; NULL is Othello. docs/variants.md lists them.
 * To be freed by emilia_game_free. NULL if these are no rules.
 */
emilia_game *emilia_game_new(const char *rules);

/**
 * The first game of a text in any notation: moves such as `f5d6c3`, GGF, SGF, PGN, a position in OBF, a drawn board. docs/formats.md
 * lists them. To be freed by emilia_game_free. NULL if it is none, or has an illegal move.
 */
emilia_game *emilia_game_read(const char *record);

/**
 * A copy, to be freed by emilia_game_free; NULL for NULL.
 */
emilia_game *emilia_game_copy(const emilia_game *game);

/**
 * Frees a game, and its texts with it. NULL is allowed.
 */
void emilia_game_free(emilia_game *game);

/**
 * Plays moves: `f5`, or `f5 d6 c3`. `pass` passes; a forced pass before another move may be left out. If one of them is illegal, none is
 * played.
 */
emilia_status emilia_game_play(emilia_game *game,
                               const char *moves);

/**
 * Takes the last move back, or the last pass.
 */
emilia_status emilia_game_undo(emilia_game *game);

/**
 * The side to move; nobody if the game is over, or after an error.
 */
emilia_side emilia_game_turn(const emilia_game *game);

/**
 * Whether the game is over; false after an error.
 */
bool emilia_game_is_over(const emilia_game *game);

/**
 * Black's lead in discs, by the goal of the rules. At the end the winner of Othello has the empty squares too. 0 after an error.
 */
int emilia_game_score(const emilia_game *game);

/**
 * The legal moves with blanks between them, row by row: `d3 c4 f5 e6`; `pass` if the side to move must pass, empty if the game is over.
 * The text belongs to the game; it is valid until a move is played or taken back. NULL after an error.
 */
const char *emilia_game_legal_moves(const emilia_game *game);

/**
 * A drawing of the board for people, with a line for each row: `X` black, `O` white, `.` empty, `+` empty and a legal move.
 * The text belongs to the game; it is valid until a move is played or taken back. NULL after an error.
 */
const char *emilia_game_board(const emilia_game *game);

/**
 * The squares row by row, `X` black, `O` white, `-` empty, `#` cut off, then a blank and the side to move. emilia_game_read reads it.
 * The text belongs to the game; it is valid until a move is played or taken back. NULL after an error.
 */
const char *emilia_game_position(const emilia_game *game);

/**
 * The moves so far without the passes: `f5d6c3`.
 * The text belongs to the game; it is valid until a move is played or taken back. NULL after an error.
 */
const char *emilia_game_transcript(const emilia_game *game);

/**
 * The name of the opening, that of the last position of the game that has one: `Tiger`. NULL if none has (then emilia_last_status
 * is EMILIA_STATUS_OK), or after an error. The text is valid for ever.
 */
const char *emilia_game_opening(const emilia_game *game);

/**
 * Frees an analysis that emilia_search or emilia_solve gave, with its lines and texts. NULL is allowed.
 */
void emilia_analysis_free(emilia_analysis *analysis);

/**
 * An engine; NULL for the default options. To be freed by emilia_engine_free. NULL if an option is outside its range.
 */
emilia_engine *emilia_engine_new(const emilia_options *options);

/**
 * Frees an engine; a search that runs in another thread or around this call goes on to its end. NULL is allowed.
 */
void emilia_engine_free(emilia_engine *engine);

/**
 * Forgets all results: the next search is the same as in a new engine.
 */
emilia_status emilia_engine_clear(emilia_engine *engine);

/**
 * The static evaluation of the position, without a search, in discs for the side to move.
 */
emilia_status emilia_evaluate(emilia_engine *engine, const emilia_game *game, double *score);

/**
 * A request that is not made yet. To be freed by emilia_stop_free.
 */
emilia_stop *emilia_stop_new(void);

/**
 * Stops the searches that were given this stop, within milliseconds; those that begin later end at once. May be called from any thread
 * and from a signal handler. NULL is allowed.
 */
void emilia_stop_request(const emilia_stop *stop);

/**
 * Frees a stop; searches that were given it go on. NULL is allowed.
 */
void emilia_stop_free(emilia_stop *stop);

/**
 * Searches the position until the first limit is reached or the stop is requested; NULL for level 21.
 *
 * The stop, the callback and the pointer for it may be NULL. The game is copied. There is a result also if the search was stopped at
 * once, with the certainty that it reached. To be freed by emilia_analysis_free. NULL after an error.
 */
emilia_analysis *emilia_search(emilia_engine *engine,
                               const emilia_game *game,
                               const emilia_limits *limits,
                               const emilia_stop *stop,
                               emilia_callback callback,
                               void *user);

/**
 * Proves the exact score of the position and a best move, however long it takes. The stop may be NULL. The result is exact unless the
 * search was stopped; see its certainty. To be freed by emilia_analysis_free. NULL after an error.
 */
emilia_analysis *emilia_solve(emilia_engine *engine,
                              const emilia_game *game,
                              const emilia_stop *stop);

/**
 * Opens the embedded book, or the book in a file above it; NULL for the embedded one alone. A file must be writable, also to be read.
 * To be freed by emilia_book_free. NULL if the file cannot be opened.
 */
emilia_book *emilia_book_open(const char *path);

/**
 * Closes a book. NULL is allowed.
 */
void emilia_book_free(emilia_book *book);

/**
 * What the book has of the position of a game, to be freed by emilia_book_entry_free. NULL if it has nothing (then
 * emilia_last_status is EMILIA_STATUS_OK), or after an error.
 */
emilia_book_entry *emilia_book_lookup(const emilia_book *book,
                                      const emilia_game *game);

/**
 * Frees what emilia_book_lookup gave, with its moves and texts. NULL is allowed.
 */
void emilia_book_entry_free(emilia_book_entry *entry);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* EMILIA_H */
