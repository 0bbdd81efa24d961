package main

import (
	"crypto/rand"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"
)

// memo is a row, and its JSON.
type memo struct {
	ID        string `json:"id"`
	UserID    string `json:"userId"`
	FamilyID  string `json:"familyId"`
	Content   string `json:"content"`
	Timestamp string `json:"timestamp"`
	Version   int64  `json:"version"`
	Deleted   bool   `json:"deleted"`
	Name      string `json:"createdByName"`

	at int64 // Timestamp in milliseconds since 1970
}

// pageSize is how many memos a list has.
const pageSize = 50

// list: GET /memos?family=. The newest memos.
func (s *store) list(c echo.Context) error {
	memos, err := s.newest(c.Request().Context(), c.QueryParam("family"))
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, map[string]any{"memos": memos})
}

// add: POST /memos?family=&user=. It answers when the memo is on the disk.
func (s *store) add(c echo.Context) error {
	var body struct{ Content string }
	if err := c.Bind(&body); err != nil {
		return err
	}
	now := time.Now()
	m := memo{
		ID: strconv.FormatInt(now.UnixMilli(), 10) + rand.Text()[:12], UserID: c.QueryParam("user"), FamilyID: c.QueryParam("family"),
		Content: body.Content, Timestamp: show(now.UnixMilli()), Version: 1, Name: c.QueryParam("user"), at: now.UnixMilli(),
	}
	if err := s.insert(m); err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, m)
}

func show(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z") }
